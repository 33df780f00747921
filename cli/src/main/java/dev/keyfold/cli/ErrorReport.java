package dev.keyfold.cli;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.cli.command.RefusedException;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.table.errors.ScanRefusedException;
import dev.keyfold.table.errors.TableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** An error as one line for the user and an exit status for scripts. */
final class ErrorReport {
  private final Console console;

  ErrorReport(Console console) {
    this.console = console;
  }

  /** An invalid command line; the hint names the help page. */
  private int usage(ParameterException error) {
    console.complain(words(error));
    String help = error.getCommandLine().getCommandSpec().qualifiedName() + " --help";
    String hint = "Try '" + help + "'.";
    if (error instanceof UnmatchedArgumentException unmatched) {
      List<String> suggestions =
          Suggestions.of(error.getCommandLine().getCommandSpec(), unmatched.getUnmatched().get(0));
      if (!suggestions.isEmpty()) {
        hint = "Did you mean " + Console.choice(suggestions) + "? " + hint;
      }
    }
    console.complain(hint);
    return ExitCode.USAGE;
  }

  /** The message; in our words where the parser of the command line has found the mistake. */
  private static String words(ParameterException error) {
    CommandSpec command = error.getCommandLine().getCommandSpec();
    if (error instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      // Only the parser's message tells the two cases apart.
      if (String.valueOf(error.getMessage()).startsWith("Missing required parameter for option")
          && missing.getMissing().get(0) instanceof OptionSpec option) {
        return option.longestName() + ": found no value, expected " + option.paramLabel();
      }
      List<String> labels =
          missing.getMissing().stream().map(ErrorReport::label).distinct().toList();
      int last = labels.size() - 1;
      return last == 0
          ? labels.get(0) + " is missing"
          : String.join(", ", labels.subList(0, last))
              + " and "
              + labels.get(last)
              + " are missing";
    }
    if (error instanceof UnmatchedArgumentException unmatched) {
      String found = unmatched.getUnmatched().get(0);
      if (found.startsWith("-")) {
        return "found '" + found + "', expected an option of " + command.qualifiedName();
      }
      boolean group = !command.subcommands().isEmpty();
      return "found '"
          + found
          + "', expected "
          + (group ? "a command" : "no more arguments; quote arguments that contain blanks");
    }
    return String.valueOf(error.getMessage());
  }

  private static String label(ArgSpec missing) {
    return missing instanceof OptionSpec option
        ? option.longestName() + " " + option.paramLabel()
        : missing.paramLabel();
  }

  /** Reports the error that ended a command and returns the exit status. */
  int report(Throwable error) {
    if (error instanceof ParameterException wrong) {
      return usage(wrong);
    }
    if (error instanceof RefusedException) {
      console.complain("refused: " + error.getMessage());
      return ExitCode.REFUSED;
    }
    if (error instanceof ScanRefusedException) {
      console.complain("refused: " + error.getMessage());
      console.complain("Use --allow-scan N to permit a full scan of up to N rows.");
      return ExitCode.REFUSED;
    }
    if (error instanceof StoreException
        || error instanceof TableException
        || error instanceof StructuresException) {
      console.complain(error.getMessage());
      return ExitCode.STORE;
    }
    if (error instanceof KeyFormatException) {
      console.complain("the store is damaged, run 'keyfold check': " + error.getMessage());
      return ExitCode.STORE;
    }
    if (error instanceof FileException) {
      console.complain(error.getMessage());
      return ExitCode.IO;
    }
    if (error instanceof InvalidPathException path) {
      return noPath(path);
    }
    Throwable cause = error instanceof UncheckedIOException ? error.getCause() : error;
    if (cause instanceof FileSystemException file && file.getFile() != null) {
      // It has a name, so it is neither of the standard streams.
      console.complain(
          new FileException("cannot read or write " + file.getFile(), file).getMessage());
      return ExitCode.IO;
    }
    if (error instanceof UncheckedIOException unchecked) {
      return cannotWrite(unchecked);
    }
    if (error instanceof IOException) {
      console.complain("cannot read standard input: " + error.getMessage());
      return ExitCode.IO;
    }
    internal(error);
    return ExitCode.INTERNAL;
  }

  /** Java encodes file names by the locale, and some locales support few characters. */
  private int noPath(InvalidPathException path) {
    boolean plain = path.getInput().chars().allMatch(c -> c < 0x80);
    console.complain(
        "found '"
            + path.getInput()
            + "', expected a path"
            + (plain
                ? ": " + path.getReason()
                : "; the locale cannot represent its characters: set LC_ALL=C.UTF-8"));
    return ExitCode.IO;
  }

  /** A reader that has seen enough and closed the pipe ({@code | head -1}) is not a failure. */
  private int cannotWrite(UncheckedIOException error) {
    Throwable cause = error.getCause() == null ? error : error.getCause();
    if (String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe")) {
      return console.status();
    }
    console.complain("cannot write to standard output: " + cause.getMessage());
    return ExitCode.IO;
  }

  private void internal(Throwable error) {
    if (!console.debugs()) {
      console.complain(
          "internal error: " + error + " (set KEYFOLD_DEBUG=1 to see the stack trace)");
      return;
    }
    console.complain("internal error: " + error);
    StringWriter trace = new StringWriter();
    error.printStackTrace(new PrintWriter(trace));
    console.err().text(trace.toString());
  }
}
