package dev.keyfold.cli.shell;

import dev.keyfold.cli.command.CommandTree;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.ExitCode;
import dev.keyfold.cli.command.Servers;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.cli.remote.Connection;
import dev.keyfold.table.Tables;
import dev.keyfold.table.load.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.ParseResult;

/** {@code keyfold shell}. */
public final class ShellCommand extends StoreCommand {
  private final CommandTree program;

  public ShellCommand(CommandTree program, Console console) {
    super("shell", console);
    this.program = program;
    flag(JSON);
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    console.session(tables);
    try (Shell shell = new Shell(program, console, tables, args.hasMatchedOption(JSON))) {
      if (console.served() != null && console.canAsk()) {
        greet(tables, shell);
        return fromLines(shell, true);
      }
      return console.canAsk() ? atTerminal(tables, shell) : fromLines(shell, false);
    }
  }

  /** The client edits the lines, the server runs them. */
  @Override
  public int runIn(ParseResult args, Connection server) throws IOException {
    if (!console.canAsk()) {
      return super.runIn(args, server);
    }
    try (Terminal terminal = TerminalBuilder.builder().system(true).nativeSignals(true).build()) {
      InputStream lines = new EditedLines(ShellTerminal.reader(console, terminal));
      return Servers.run(console, server, lines, console.out().target(), Map.of());
    }
  }

  private void greet(Tables tables, Shell shell) {
    if (!shell.saysJson()) {
      int count = tables.names().size();
      console
          .out()
          .text(count + (count == 1 ? " table" : " tables") + ". Type help for commands.")
          .endLine();
      console.flush();
    }
  }

  private int atTerminal(Tables tables, Shell shell) throws IOException {
    greet(tables, shell);
    try (Terminal terminal = TerminalBuilder.builder().system(true).nativeSignals(true).build()) {
      return new ShellTerminal(program, console, tables, shell, terminal).run();
    }
  }

  /**
   * A script: every line is done, and the first that failed decides about the exit status.
   *
   * @param person whether the lines are those of a person at the terminal of a client
   */
  private int fromLines(Shell shell, boolean person) throws IOException {
    Lines lines = new Lines(console.in(), console::flush);
    int status = ExitCode.DONE;
    while (lines.next()) {
      if (lines.isTooLong()) {
        // What is left of it in the buffer is its end, which alone may mean anything.
        console.complain(
            "line "
                + lines.number()
                + ": found a line of more than "
                + Lines.LONGEST
                + " bytes, expected at most that many; the line was skipped");
        status = status == ExitCode.DONE ? ExitCode.USAGE : status;
        continue;
      }
      String line =
          new String(
              lines.buffer(), lines.start(), lines.end() - lines.start(), StandardCharsets.UTF_8);
      if (!shell.isWaiting() && ((line.isBlank() && !person) || line.startsWith("#"))) {
        continue; // only a person asks for more by saying nothing
      }
      int done = shell.run(line);
      if (done < 0) {
        break;
      }
      status = status == ExitCode.DONE && !person ? done : status;
    }
    if (shell.isWaiting() && !person) {
      console.complain("found the end of the input, expected a semicolon after the last statement");
      status = status == ExitCode.DONE ? ExitCode.USAGE : status;
    }
    return status;
  }
}
