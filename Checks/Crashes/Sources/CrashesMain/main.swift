import Crashes

await CrashesProgram.run()
