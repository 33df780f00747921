package dev.keyfold.cli.command;

/** The whole program, for the commands that run or describe others. */
public interface CommandTree {
  /** All commands. */
  Command root(Console console);

  /** Runs a command line; gives the exit status. */
  int run(String[] args, Console console);

  /** Reports an error as the program does at its end; returns the exit status. */
  int report(Throwable failure, Console console);
}
