// The program is wired in HubProgram.
