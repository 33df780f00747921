package dev.keyfold.pg.command;

import java.io.IOException;

/**
 * Runs commands of the program in the process of a server, on its open database. Thread-safe: each
 * call has a thread of its own.
 */
public interface CommandRunner {
  /**
   * Runs one command to its end.
   *
   * @return the exit status
   */
  int run(CommandCall call) throws IOException;
}
