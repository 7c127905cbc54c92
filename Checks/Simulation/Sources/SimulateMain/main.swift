await SimulateProgram.run()
