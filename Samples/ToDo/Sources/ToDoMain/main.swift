await ToDoProgram.run(Array(CommandLine.arguments.dropFirst()))
