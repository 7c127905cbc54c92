import Anchor

await AnchorProgram.main()
