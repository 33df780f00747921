package dev.keyfold.cli;

import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** {@code keyfold completion}. */
final class CompletionCommand extends Command {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  CompletionCommand(Console console) {
    super("completion", console);
    argument(0, "SHELL");
  }

  /** The same script for both: it tells them apart by itself. */
  @Override
  int run(ParseResult args) {
    String shell = args.matchedPositionalValue(0, "");
    if (!SHELLS.contains(shell)) {
      throw usage("found '" + shell + "', expected one of " + String.join(", ", SHELLS));
    }
    CommandLine program = new CommandLine(Main.root(console).spec());
    console.out().text(AutoComplete.bash("keyfold", program));
    return console.status();
  }
}
