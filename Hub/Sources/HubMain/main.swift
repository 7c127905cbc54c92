import HubProgram

await HubProgram.main()
