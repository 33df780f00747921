package dev.keyfold.cli.admin;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.Console;
import picocli.CommandLine.ParseResult;

/**
 * {@code keyfold bench}. The benchmarks and the libraries that they compare with are not part of
 * the program; the start script of a checkout runs them. What is here is their help, their options
 * for completion, and the way to them.
 */
public final class BenchCommand extends Command {
  public BenchCommand(Console console) {
    super("bench", console);
    arguments("GROUP");
    flag("--quick");
    flag("--restart");
    flag(JSON);
    option("--records", "N", false);
    option("--out", "DIR", false);
    option("--compare", "FILE", false);
  }

  @Override
  public int run(ParseResult args) {
    throw usage("run benchmarks from a source checkout: ./keyfold bench");
  }
}
