await ServiceCheckProgram.main()
