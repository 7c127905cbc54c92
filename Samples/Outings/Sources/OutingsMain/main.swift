await OutingsProgram.main()
