package dev.keyfold.cli.command;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * One command. Options are declared in code: picocli's annotations would cost a tenth of a second
 * at every start, for the reflection behind them.
 */
// Newer compilers warn of it: a command is declared in its constructor, and picocli only keeps it.
@SuppressWarnings("this-escape")
public abstract class Command {
  private static final String COLOUR = "--color";
  private static final String YES = "--yes";

  /** For programs: standard output is JSON, a value a line. Messages stay as they are. */
  public static final String JSON = "--json";

  public final Console console;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  public Command(String name, Console console) {
    this.console = console;
    spec.name(name);
    spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).build());
    spec.addOption(
        OptionSpec.builder(COLOUR)
            .paramLabel("WHEN")
            .type(String.class)
            .arity("1")
            .completionCandidates(List.of("always", "never", "auto"))
            .build());
  }

  /** The picocli model of the command. */
  public final CommandSpec spec() {
    return spec;
  }

  /** Declares an option with a value. */
  public final void option(String name, String label, boolean required) {
    spec.addOption(
        OptionSpec.builder(name)
            .paramLabel(label)
            .type(String.class)
            .arity("1")
            .required(required)
            .build());
  }

  /** The same with a short name in front, such as -f. */
  public final void option(String shortName, String name, String label) {
    spec.addOption(
        OptionSpec.builder(shortName, name)
            .paramLabel(label)
            .type(String.class)
            .arity("1")
            .build());
  }

  /** Declares an option without a value. */
  public final void flag(String name) {
    spec.addOption(OptionSpec.builder(name).build());
  }

  /** Declares an option with a value that may be repeated. */
  public final void options(String name, String label) {
    spec.addOption(
        OptionSpec.builder(name)
            .paramLabel(label)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .build());
  }

  /** Declares the argument at this place, counted from 0. */
  public final void argument(int place, String label) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index(Integer.toString(place))
            .arity("1")
            .required(true)
            .paramLabel(label)
            .type(String.class)
            .build());
  }

  /** Declares an argument that may be missing, at this place. */
  public final void optionalArgument(int place, String label) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index(Integer.toString(place))
            .arity("0..1")
            .paramLabel(label)
            .type(String.class)
            .build());
  }

  /** Declares any number of arguments, also none. */
  public final void arguments(String label) {
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
  public final void add(Command command) {
    spec.addSubcommand(command.spec.name(), command.spec);
  }

  /** Whether the command works on its arguments and standard input alone. */
  public boolean isPure() {
    return false;
  }

  /**
   * Runs the command.
   *
   * @return the exit status
   */
  public abstract int run(ParseResult args) throws IOException;

  /** Applies {@code --color} at this level. */
  public final void chooseColour(ParseResult args) {
    if (args.hasMatchedOption(COLOUR)) {
      String name = args.matchedOptionValue(COLOUR, "");
      Colour colour = Colour.named(name);
      if (colour == null) {
        throw usage(COLOUR + ": found '" + name + "', expected always, never or auto");
      }
      console.choose(colour);
    }
  }

  /** The value of an option as a number from 1 to {@code largest}. */
  public final long number(String option, String text, long largest) {
    return number(option, text, largest, "");
  }

  /** The same, with the other allowed values for the message. */
  public final long number(String option, String text, long largest, String orElse) {
    try {
      long value = Long.parseLong(text);
      if (value >= 1 && value <= largest) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported like a number out of range
    }
    throw usage(option + ": found '" + text + "', expected a number from 1 to " + largest + orElse);
  }

  /** How many leading fields a text means: a number, or their names. */
  public final int leadingFields(List<String> fields, String option, String text) {
    if (!text.isEmpty() && "-0123456789".indexOf(text.charAt(0)) >= 0) {
      return (int) number(option, text, fields.size());
    }
    List<String> names = List.of(text.split("\\s*,\\s*", -1));
    List<String> leading = fields.subList(0, Math.min(names.size(), fields.size()));
    if (!names.equals(leading)) {
      throw usage(
          option
              + ": found '"
              + text
              + "', expected a number of leading fields, or their names in key order: "
              + String.join(",", leading));
    }
    return names.size();
  }

  /** How many leading fields make the shard: as above, or the name of the last of them. */
  public final int hashedFields(List<String> fields, String option, String text) {
    int last = fields.indexOf(text);
    return last >= 0 ? last + 1 : leadingFields(fields, option, text);
  }

  /** Declares {@code --yes}, for {@link #confirm}. */
  public final void mayDestroy() {
    flag(YES);
  }

  /**
   * Confirms an irreversible operation: by {@code --yes}, or with a prompt if input is interactive.
   *
   * @param what what is going to happen, {@code this removes the table orders}
   */
  public final void confirm(ParseResult args, String what) throws IOException {
    if (args.hasMatchedOption(YES)) {
      return;
    }
    if (!console.canAsk()) {
      throw usage(what + "; add " + YES + " to confirm");
    }
    if (!console.ask(what + ". Continue?")) {
      throw new RefusedException("nothing was changed");
    }
  }

  /** A mistake on the command line. */
  public final ParameterException usage(@Nullable String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
