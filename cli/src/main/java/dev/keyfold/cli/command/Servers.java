package dev.keyfold.cli.command;

import dev.keyfold.cli.remote.Connection;
import dev.keyfold.cli.remote.RemoteException;
import dev.keyfold.cli.remote.RemoteRun;
import dev.keyfold.cli.remote.ServerAddress;
import dev.keyfold.cli.remote.ServerFile;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreUrlException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * Finds the server that a command runs in: the one that {@code --store} names, or the one that has
 * the local store open. Stateless.
 */
public final class Servers {
  static final String USER = "--user";
  static final String PASSWORD = "--password-file";

  /** What the client tells of its terminal. */
  public static final String TERMINAL = "keyfold.terminal";

  public static final String MESSAGE_TERMINAL = "keyfold.terminal.err";
  public static final String ANSWERS = "keyfold.terminal.in";

  /** The variables that commands look at. */
  private static final List<String> VARIABLES = List.of("NO_COLOR", "TERM", "KEYFOLD_DEBUG");

  private Servers() {}

  /** A connection to the server; null if the store is to be opened in this process. */
  static @Nullable Connection find(Command command, ParseResult args) {
    String url = args.matchedOptionValue("--store", "");
    if (ServerAddress.isServer(url)) {
      try {
        return Connection.open(
            ServerAddress.parse(url), user(command, args), password(command, args));
      } catch (ServerAddress.MalformedException e) {
        throw command.usage("--store: " + e.getMessage());
      }
    }
    for (String option : List.of(USER, PASSWORD)) {
      if (args.hasMatchedOption(option)) {
        throw command.usage(option + " is for a server: --store " + ServerAddress.SCHEME + "...");
      }
    }
    ServerFile file = ServerFile.read(directory(url));
    if (file == null) {
      return null;
    }
    try {
      return Connection.open(file.address(), ServerFile.USER, file.token());
    } catch (RemoteException e) {
      return null; // left by a server that was killed; opening the store says whether it is in use
    }
  }

  private static @Nullable Path directory(String url) {
    try {
      return Stores.directory(url).orElse(null);
    } catch (StoreUrlException | InvalidPathException e) {
      return null; // opening it says what is wrong
    }
  }

  private static String user(Command command, ParseResult args) {
    String given = args.matchedOptionValue(USER, null);
    return given != null
        ? given
        : command.console.environment().getOrDefault("KEYFOLD_USER", "default");
  }

  private static String password(Command command, ParseResult args) {
    String file = args.matchedOptionValue(PASSWORD, null);
    if (file == null) {
      return command.console.environment().getOrDefault("KEYFOLD_PASSWORD", "");
    }
    try (BufferedReader lines = Files.newBufferedReader(Path.of(file))) {
      String password = lines.readLine();
      return password == null ? "" : password;
    } catch (IOException e) {
      throw new FileException("cannot read " + file, e);
    }
  }

  /**
   * Runs the command line of the console in the server.
   *
   * @param in its standard input
   * @param out where its standard output goes
   * @param more what the command in the server has to know beside the environment
   * @return the exit status
   */
  public static int run(
      Console console,
      Connection server,
      InputStream in,
      OutputStream out,
      Map<String, String> more)
      throws IOException {
    Map<String, String> environment = new HashMap<>(more);
    for (String name : VARIABLES) {
      String value = console.environment().get(name);
      if (value != null) {
        environment.put(name, value);
      }
    }
    environment.put(TERMINAL, Boolean.toString(console.isTerminal()));
    environment.put(MESSAGE_TERMINAL, Boolean.toString(console.isMessageTerminal()));
    environment.put(ANSWERS, Boolean.toString(console.canAsk()));
    String[] args = console.arguments();
    boolean shell = args.length > 0 && args[0].equals("shell");
    return new RemoteRun(in, out, console.err().target(), shell).run(server, args, environment);
  }
}
