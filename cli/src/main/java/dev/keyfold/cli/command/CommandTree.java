package dev.keyfold.cli.command;

/** The whole program, for the commands that run or describe others. */
public interface CommandTree {
  /** All commands there are. */
  Command root(Console console);

  /** Runs a command line; gives the exit status. */
  int run(String[] args, Console console);

  /** Says what went wrong, as the program would at its end; gives the exit status. */
  int report(Throwable failure, Console console);
}
