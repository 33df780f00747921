package dev.keyfold.cli.command;

import dev.keyfold.codec.KeyException;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.load.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The world as commands see it: standard streams, environment, and whether to colour. One per run,
 * not thread-safe.
 */
public final class Console {
  private static final String ERASE_REST = "\u001b[K";

  private final InputStream in;
  private final Output out;
  private final Output err;
  private final Map<String, String> environment;
  private final boolean terminal;
  private final boolean messageTerminal;
  private Colour colour = Colour.AUTO;
  private boolean badInput;
  private boolean statusShown;
  private boolean answers;
  private @Nullable Tables session;
  private @Nullable Served served;
  private CommandFiles files = CommandFiles.LOCAL;
  private String[] arguments = {};

  /**
   * @param terminal whether {@code out} is one; {@code err} is taken for none
   */
  public Console(
      InputStream in,
      OutputStream out,
      OutputStream err,
      Map<String, String> environment,
      boolean terminal) {
    this(in, out, err, environment, terminal, false);
  }

  /**
   * @param terminal whether {@code out} is one
   * @param messageTerminal whether {@code err} is one
   */
  public Console(
      InputStream in,
      OutputStream out,
      OutputStream err,
      Map<String, String> environment,
      boolean terminal,
      boolean messageTerminal) {
    this.in = in;
    this.out = new Output(out);
    this.err = new Output(err);
    this.environment = environment;
    this.terminal = terminal;
    this.messageTerminal = messageTerminal;
  }

  public InputStream in() {
    return in;
  }

  public Output out() {
    return out;
  }

  public Output err() {
    return err;
  }

  /** Applies {@code --color}. */
  public void choose(Colour chosen) {
    colour = chosen;
  }

  public Map<String, String> environment() {
    return environment;
  }

  /** Whether {@link #err} is a terminal. */
  boolean isMessageTerminal() {
    return messageTerminal;
  }

  /** Whether {@link #out} is a terminal. */
  public boolean isTerminal() {
    return terminal;
  }

  /** Whether to colour what goes to {@link #out}. */
  public boolean coloured() {
    return colour.isOn(terminal, environment);
  }

  /** Whether an internal error is shown with its stack trace. */
  public boolean debugs() {
    String value = environment.getOrDefault("KEYFOLD_DEBUG", "");
    return !value.isEmpty() && !value.equals("0");
  }

  /** What to do with a line. */
  public interface LineHandler {
    /** Takes the current line; a {@link BadInputException} or {@link KeyException} is reported. */
    void handle(Lines line) throws IOException;
  }

  /**
   * Processes the lines of standard input one by one. An invalid line is reported with its number,
   * and processing continues. Output is flushed before a read that may block.
   */
  public void eachLine(LineHandler handler) throws IOException {
    Lines lines = new Lines(in, this::flush);
    while (lines.next()) {
      try {
        if (lines.isTooLong()) {
          throw new BadInputException(
              "found a line of more than " + Lines.LONGEST + " bytes, expected at most that many");
        }
        handler.handle(lines);
      } catch (BadInputException | KeyException e) {
        badInput("line " + lines.number() + ": " + e.getMessage());
      }
    }
  }

  /** The tables that commands work on without opening a store; null outside of a shell. */
  public @Nullable Tables session() {
    return session;
  }

  /** Makes commands use these tables from now on, as in a shell. */
  public void session(Tables tables) {
    session = tables;
  }

  /** The server in whose process the command runs for a client; null in a process of its own. */
  public @Nullable Served served() {
    return served;
  }

  /** Makes commands work on the open database of a server, with the files of its client. */
  public void served(Served server) {
    served = server;
    files = CommandFiles.of(server.call());
  }

  /** The files that arguments name. */
  public CommandFiles files() {
    return files;
  }

  /** The command line, for one that is passed on to a server. */
  public String[] arguments() {
    return arguments.clone();
  }

  public void arguments(String[] words) {
    arguments = words.clone();
  }

  /** Ends a command whose client is gone, at a place where it reports its progress. */
  void stopIfCancelled() {
    if (served != null && served.call().isCancelled()) {
      throw new RefusedException("interrupted");
    }
  }

  /** Starts a new command: resets the input errors of earlier ones. */
  public void again() {
    badInput = false;
  }

  /** Reports an input error and continues; see {@link #status}. */
  public void badInput(String message) {
    badInput = true;
    complain(message);
  }

  /** The exit status of a completed command. */
  public int status() {
    return badInput ? ExitCode.BAD_INPUT : ExitCode.DONE;
  }

  /** Whether {@link #showStatus} shows anything. */
  public boolean showsStatus() {
    return messageTerminal && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  /** A progress line on {@link #err} that the next one replaces. Only shown on a terminal. */
  public void showStatus(String line) {
    stopIfCancelled();
    if (showsStatus()) {
      err.text("\r" + line + ERASE_REST);
      statusShown = true;
      flushMessages();
    }
  }

  /** Takes the status line away. */
  public void clearStatus() {
    if (statusShown) {
      err.text("\r" + ERASE_REST);
      statusShown = false;
    }
  }

  /** One message, one line, on {@link #err}. */
  public void complain(@Nullable String message) {
    clearStatus();
    err.text("keyfold: ")
        .text(printable(message == null ? "an error without a message" : message))
        .endLine();
  }

  /** A notice while a command waits, perhaps for long. */
  public void notice(String message) {
    complain(message);
    flushMessages();
  }

  /** Messages quote input; a control character in it must not reach the terminal as such. */
  private static String printable(String message) {
    if (message.chars().noneMatch(Character::isISOControl)) {
      return message;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      if (Character.isISOControl(c)) {
        text.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  /** Sets whether standard input is interactive. */
  public void answers(boolean somebody) {
    answers = somebody && messageTerminal;
  }

  /** Whether standard input is interactive. */
  public boolean canAsk() {
    return answers;
  }

  /** Asks, and whether the answer was yes. */
  public boolean ask(String question) throws IOException {
    clearStatus();
    err.text(printable(question)).text(" [y/N] ");
    flush();
    StringBuilder answer = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      answer.append((char) c);
    }
    String word = answer.toString().strip().toLowerCase(Locale.ROOT);
    return word.equals("y") || word.equals("yes");
  }

  /** Writes out everything; {@link UncheckedIOException} if standard output does not take it. */
  public void flush() {
    flushMessages();
    out.flush();
  }

  /** Flushes the rest; too late to report a failure. */
  public void finish() {
    clearStatus();
    try {
      flush();
    } catch (UncheckedIOException e) {
      // It was reported when it happened first.
    }
  }

  private void flushMessages() {
    try {
      err.flush();
    } catch (UncheckedIOException e) {
      // Standard error is closed. That is no reason to stop working.
    }
  }

  /** The words of a choice, for messages: {@code a, b or c}. */
  public static String choice(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }
}
