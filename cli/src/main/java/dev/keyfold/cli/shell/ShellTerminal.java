package dev.keyfold.cli.shell;

import dev.keyfold.cli.command.CommandTree;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.table.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** A person at a terminal: lines are edited, completed and remembered by JLine. */
public final class ShellTerminal {
  static final String PROMPT = "keyfold> ";
  private static final String CONTINUED = "      -> ";

  private final Shell shell;
  private final Terminal terminal;
  private final LineReader reader;

  /** The terminal stays the caller's. */
  public ShellTerminal(
      CommandTree program, Console console, Tables tables, Shell shell, Terminal terminal) {
    this.shell = shell;
    this.terminal = terminal;
    ShellWords words =
        new ShellWords(tables, new CommandLine(program.root(console).spec()), shell.redis()::names);
    this.reader =
        builder(console, terminal)
            .completer((line, parsed, candidates) -> complete(words, parsed, candidates))
            .build();
  }

  /** Reads lines for a shell that runs elsewhere, without completion. */
  static LineReader reader(Console console, Terminal terminal) {
    return builder(console, terminal).build();
  }

  private static LineReaderBuilder builder(Console console, Terminal terminal) {
    DefaultParser parser = new DefaultParser();
    parser.setEscapeChars(new char[0]); // the text of a query has its own idea of quotes
    parser.setQuoteChars(new char[0]);
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("keyfold")
            .parser(parser)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.HISTORY_IGNORE_SPACE, true);
    Path history = history(console);
    if (history != null) {
      builder.variable(LineReader.HISTORY_FILE, history);
    }
    return builder;
  }

  /** With the number of the database that SELECT has chosen, as redis-cli shows it. */
  private String prompt() {
    int database = shell.redis().database();
    return database == 0 ? PROMPT : PROMPT.replace(">", "[" + database + "]>");
  }

  /** Where lines are remembered; null: nowhere. */
  private static @Nullable Path history(Console console) {
    String chosen = console.environment().get("KEYFOLD_HISTORY");
    if (chosen != null) {
      return chosen.isEmpty() ? null : Path.of(chosen);
    }
    String home = console.environment().get("HOME");
    return home == null ? null : Path.of(home, ".keyfold_history");
  }

  static void complete(ShellWords words, ParsedLine line, List<Candidate> candidates) {
    for (String word : words.after(line.words().subList(0, line.wordIndex()))) {
      candidates.add(new Candidate(word));
    }
  }

  /** Reads and does lines until the end; gives the exit status. */
  public int run() throws IOException {
    terminal.handle(Signal.INT, signal -> shell.interrupt());
    while (true) {
      try {
        if (shell.run(reader.readLine(shell.isWaiting() ? CONTINUED : prompt())) < 0) {
          return ExitCode.DONE;
        }
      } catch (UserInterruptException e) {
        shell.cancel(); // a line, or a statement, that was given up; the next one, please
      } catch (EndOfFileException e) {
        return ExitCode.DONE;
      }
    }
  }
}
