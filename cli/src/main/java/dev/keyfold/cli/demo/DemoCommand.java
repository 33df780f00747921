package dev.keyfold.cli.demo;

import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.CommandTree;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.cli.command.Interruption;
import dev.keyfold.cli.serve.ServeCommand;
import dev.keyfold.db.Keyfold;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.errors.StoreUrlException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** {@code keyfold demo}. */
public final class DemoCommand extends Command {
  private static final String EXIT = "--exit";
  private static final String STORE = "--store";
  private static final String ORDERS = "--orders";
  private static final String PORT = "--redis-port";
  private static final String HTTP_PORT = "--http-port";
  private static final int DEFAULT_ORDERS = 200_000;
  private static final int MOST_ORDERS = 100_000_000;
  private static final int STOP_SECONDS = 30;

  private final CommandTree program;

  public DemoCommand(CommandTree program, Console console) {
    super("demo", console);
    this.program = program;
    flag(EXIT);
    option(STORE, "URL", false);
    option(ORDERS, "N", false);
    option(PORT, "N", false);
    option(HTTP_PORT, "N", false);
    flag(JSON);
  }

  @Override
  public int run(ParseResult args) throws IOException {
    String orders = args.matchedOptionValue(ORDERS, Integer.toString(DEFAULT_ORDERS));
    int count = (int) number(ORDERS, orders, MOST_ORDERS);
    String store = args.matchedOptionValue(STORE, null);
    if (store != null) {
      return run(args, store, count);
    }
    // A signal waits until the directory is removed.
    Interruption signal = new Interruption(STOP_SECONDS);
    Path directory = temporary();
    try {
      return run(args, "rocksdb:" + directory, count);
    } finally {
      delete(directory);
      signal.close();
    }
  }

  private int run(ParseResult args, String url, int orders) throws IOException {
    Demo demo = new Demo(console, args.hasMatchedOption(JSON));
    try (Keyfold db = Keyfold.open(url)) {
      demo.show(db, orders);
    } catch (StoreUrlException e) {
      throw usage(STORE + ": " + e.getMessage());
    }
    if (!args.hasMatchedOption(EXIT)) {
      return serve(args, url, demo);
    }
    if (args.hasMatchedOption(STORE)) {
      demo.showKept(url);
    }
    return console.status();
  }

  /** Starts a server with the same code as {@code keyfold serve}. */
  private int serve(ParseResult args, String url, Demo demo) throws IOException {
    List<String> words = new ArrayList<>(List.of("--store", url));
    words.addAll(List.of(PORT, port(args, PORT, ServerOptions.defaults().port())));
    words.addAll(List.of(HTTP_PORT, port(args, HTTP_PORT, ServeCommand.DEFAULT_HTTP_PORT)));
    if (args.hasMatchedOption(JSON)) {
      words.add(JSON);
    }
    ServeCommand serve = new ServeCommand(program, console, demo::showServed);
    return serve.run(new CommandLine(serve.spec()).parseArgs(words.toArray(new String[0])));
  }

  /**
   * The requested port, or the default one. If that is in use, perhaps by another demo, a free one:
   * the user has already waited for the orders.
   */
  private static String port(ParseResult args, String option, int usual) {
    if (args.hasMatchedOption(option)) {
      return args.matchedOptionValue(option, "");
    }
    if (args.matchedOptionValue(PORT, "").equals("0")) {
      return "0"; // 0 for one port means a free port for the other, too
    }
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(ServerOptions.defaults().bind(), usual));
      return Integer.toString(usual);
    } catch (IOException e) {
      return "0";
    }
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("keyfold-demo");
    } catch (IOException e) {
      throw new FileException("cannot create a temporary directory for the demo's store", e);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      // It is in the directory for temporary files; the system takes care of it.
    }
  }
}
