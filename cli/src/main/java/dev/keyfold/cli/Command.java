package dev.keyfold.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * One command. Options are declared in code: picocli's annotations would cost a tenth of a second
 * at every start, for the reflection behind them.
 */
abstract class Command {
  private static final String COLOUR = "--color";

  final Console console;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  Command(String name, Console console) {
    this.console = console;
    spec.name(name);
    spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).build());
    option(COLOUR, "WHEN", false);
  }

  /** What picocli knows about the command. */
  final CommandSpec spec() {
    return spec;
  }

  /** Declares an option with a value. */
  final void option(String name, String label, boolean required) {
    spec.addOption(
        OptionSpec.builder(name)
            .paramLabel(label)
            .type(String.class)
            .arity("1")
            .required(required)
            .build());
  }

  /** Declares an option without a value. */
  final void flag(String name) {
    spec.addOption(OptionSpec.builder(name).build());
  }

  /** Declares any number of arguments, also none. */
  final void arguments(String label) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..*")
            .paramLabel(label)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .build());
  }

  /** Puts another command below this one. */
  final void add(Command command) {
    spec.addSubcommand(command.spec.name(), command.spec);
  }

  /**
   * Does what the command is for.
   *
   * @return the exit status
   */
  abstract int run(ParseResult args) throws IOException;

  /** Takes over what {@code --color} says at this level. */
  final void chooseColour(ParseResult args) {
    if (args.hasMatchedOption(COLOUR)) {
      String name = args.matchedOptionValue(COLOUR, "");
      Colour colour = Colour.named(name);
      if (colour == null) {
        throw usage(COLOUR + ": found '" + name + "', expected always, never or auto");
      }
      console.choose(colour);
    }
  }

  /** A mistake on the command line. */
  final ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
