package dev.keyfold.cli.serve;

import dev.keyfold.cli.admin.BackupFiles;
import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.CommandTree;
import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.cli.command.RefusedException;
import dev.keyfold.cli.remote.ServerAddress;
import dev.keyfold.cli.remote.ServerFile;
import dev.keyfold.pg.PgPort;
import dev.keyfold.port.CannotListenException;
import dev.keyfold.port.InsecureBindException;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.BadConfigException;
import dev.keyfold.server.ForeignServer;
import dev.keyfold.server.KeyfoldServer;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.table.entry.JsonWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold serve}. */
public final class ServeCommand extends Command {
  private static final String STORE = "--store";
  private static final String PORT = "--redis-port";
  private static final String HTTP_PORT = "--http-port";
  public static final int DEFAULT_HTTP_PORT = 8480;
  private static final String PG_PORT = "--pg-port";
  private static final String BIND = "--bind";
  private static final String INSECURE = "--insecure-bind";
  private static final String DURABILITY = "--durability";
  private static final String PASSWORD = "--password-file";
  private static final String CERTIFICATE = "--tls-cert";
  private static final String KEY = "--tls-key";
  private static final String ACL_FILE = "--acl-file";
  private static final String BACKUPS = "--backup-dir";
  private static final String CONFIG = ServeSettings.CONFIG;

  /** What a configuration file may have. */
  private static final Set<String> IN_FILE =
      Set.of(
          STORE,
          PORT,
          HTTP_PORT,
          PG_PORT,
          BIND,
          INSECURE,
          DURABILITY,
          PASSWORD,
          CERTIFICATE,
          KEY,
          ACL_FILE,
          BACKUPS);

  private static final long STOP_SECONDS = 30;

  /** Receives the number of the Redis port before it is printed. */
  public interface Ready {
    void served(int redisPort);
  }

  private final CommandTree program;
  private @Nullable ServerFile announced;
  private @Nullable Path announcedIn;
  private final Ready ready;

  public ServeCommand(CommandTree program, Console console) {
    this(program, console, port -> {});
  }

  public ServeCommand(CommandTree program, Console console, Ready ready) {
    super("serve", console);
    this.program = program;
    this.ready = ready;
    option(STORE, "URL", false);
    option(PORT, "N", false);
    option(HTTP_PORT, "N", false);
    option(PG_PORT, "N", false);
    option(BIND, "ADDRESS", false);
    flag(INSECURE);
    option(DURABILITY, "D", false);
    option(PASSWORD, "FILE", false);
    option(CERTIFICATE, "FILE", false);
    option(KEY, "FILE", false);
    option(ACL_FILE, "FILE", false);
    option(BACKUPS, "DIRECTORY", false);
    options(CONFIG, "FILE|NAME=VALUE");
    flag(JSON);
  }

  @Override
  public int run(ParseResult args) throws IOException {
    ServeSettings settings = ServeSettings.of(args, IN_FILE, this::usage);
    String url = settings.get(STORE, "");
    if (url.isEmpty()) {
      throw usage("Missing required option: '" + STORE + "=URL'");
    }
    ServerOptions options = options(settings);
    CountDownLatch closed = new CountDownLatch(1);
    int httpPort = httpPort(settings);
    if (isForeign(url)) {
      return serveForeign(args, settings, options, httpPort);
    }
    try (KeyfoldServer server = open(url, options, httpPort, pgPort(settings))) {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> stop(server::close, closed), "keyfold-signal"));
      serveCommands(args, options, server);
      ready.served(server.redisPort());
      if (settings.hasFile() || settings.has(ACL_FILE)) {
        Reload.onSignal(
            console, server, settings, () -> ServeSettings.of(args, IN_FILE, this::usage));
      }
      show(args, url, options, server);
      console.flush();
      LostStore watch = LostStore.watch(server.db().store(), server::close);
      server.awaitStop();
      watch.check();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      withdraw();
      closed.countDown();
    }
    return console.status();
  }

  /** The server is gone: nobody should look for it. */
  private void withdraw() {
    ServerFile file = announced;
    Path directory = announcedIn;
    if (file != null && directory != null) {
      file.remove(directory);
    }
  }

  /** Lets the command line run in this server, which has the store open. */
  private void serveCommands(ParseResult args, ServerOptions options, KeyfoldServer server)
      throws IOException {
    if (server.pgPort() == KeyfoldServer.NO_PG) {
      return;
    }
    String token = ServerFile.newToken();
    Path directory = Stores.directory(args.matchedOptionValue(STORE, "")).orElse(null);
    server.serveCommands(new ServedCommands(program, server.db(), directory), token);
    if (directory != null) {
      BackupFiles.sweep(directory);
      InetAddress address = options.address();
      String host =
          address.isAnyLocalAddress()
              ? InetAddress.getLoopbackAddress().getHostAddress()
              : address.getHostAddress();
      ServerAddress.Tls tls =
          options.tls() == null ? ServerAddress.Tls.OFF : ServerAddress.Tls.UNVERIFIED;
      ServerFile file = new ServerFile(new ServerAddress(host, server.pgPort(), tls, null), token);
      file.write(directory);
      announced = file;
      announcedIn = directory;
    }
  }

  private boolean isForeign(String url) {
    try {
      return ForeignServer.isForeign(url);
    } catch (StoreUrlException e) {
      throw usage(STORE + ": " + e.getMessage());
    }
  }

  /** The store of another program: the console alone. */
  private int serveForeign(
      ParseResult args, ServeSettings settings, ServerOptions options, int httpPort)
      throws IOException {
    String url = settings.get(STORE, "");
    List<String> others = List.of(PORT, PG_PORT, DURABILITY, ACL_FILE, BACKUPS, CONFIG);
    for (String option : others) {
      if (option.equals(CONFIG) ? !settings.parameters().isEmpty() : settings.has(option)) {
        throw usage(
            option
                + (option.equals(PG_PORT)
                    ? " is for SQL, which "
                    : " is for the Redis port, which ")
                + url
                + " cannot have: it is only read. Import it to serve it, with keyfold import"
                + " --from-store");
      }
    }
    if (httpPort == KeyfoldServer.NO_HTTP) {
      throw usage(HTTP_PORT + " off leaves nothing to serve: " + url + " has no Redis port");
    }
    CountDownLatch closed = new CountDownLatch(1);
    try (ForeignServer server = openForeign(url, options, httpPort)) {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> stop(server::close, closed), "keyfold-signal"));
      String address = address(options, server.httpPort());
      if (args.hasMatchedOption(JSON)) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("redis", null);
        map.put("pg", null);
        map.put("tls", options.tls() != null);
        map.put("console", address);
        map.put("store", url);
        map.put("pid", ProcessHandle.current().pid());
        new JsonWriter(console.out()).line(map);
      } else {
        console.out().text("console: " + address).endLine();
        console.complain(
            "the store of another program: read-only, as it is now, and without a Redis port");
      }
      console.flush();
      server.awaitStop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      closed.countDown();
    }
    return console.status();
  }

  private ForeignServer openForeign(String url, ServerOptions options, int httpPort) {
    try {
      return ForeignServer.open(url, console::notice, options, httpPort);
    } catch (StoreUrlException e) {
      throw usage(STORE + ": " + e.getMessage());
    } catch (InsecureBindException e) {
      throw insecure(options);
    } catch (CannotListenException e) {
      throw cannotListen(e);
    } catch (IOException e) {
      throw new FileException("cannot start the server", e);
    }
  }

  /** All ports behave alike: one that is taken ends the program, also if it is the default. */
  private FileException cannotListen(CannotListenException e) {
    String advice =
        switch (e.protocol()) {
          case REDIS -> PORT + " N selects another port, 0 any free one.";
          case HTTP -> HTTP_PORT + " N selects another port, 0 any free one, off disables it.";
          case POSTGRES -> PG_PORT + " N selects another port, 0 any free one, off disables it.";
        };
    return new FileException(
        "cannot start the server", new IOException(e.getMessage() + ". " + advice, e));
  }

  private static RefusedException insecure(ServerOptions options) {
    return new RefusedException(
        "listening on " + options.bind() + " needs a password (--password-file)");
  }

  private void show(ParseResult args, String url, ServerOptions options, KeyfoldServer server)
      throws IOException {
    String redis = host(options) + ":" + server.redisPort();
    boolean http = server.httpPort() != KeyfoldServer.NO_HTTP;
    String address = http ? address(options, server.httpPort()) : null;
    boolean sql = server.pgPort() != KeyfoldServer.NO_PG;
    String pg = sql ? host(options) + ":" + server.pgPort() : null;
    if (args.hasMatchedOption(JSON)) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("redis", redis);
      map.put("pg", pg);
      map.put("tls", options.tls() != null);
      map.put("console", address);
      map.put("store", url);
      map.put("pid", ProcessHandle.current().pid());
      new JsonWriter(console.out()).line(map);
      return;
    }
    console.out().text("redis: " + redis).endLine();
    if (http) {
      console.out().text("console: " + address).endLine();
    }
    if (sql) {
      console.out().text("pg: " + pg).endLine();
    }
  }

  /** On a signal the program ends when this does: not before the store is closed. */
  private static void stop(Runnable server, CountDownLatch closed) {
    // On a separate thread: a hanging close must not keep the process from exiting.
    Thread closing = new Thread(() -> close(server), "keyfold-closing");
    closing.setDaemon(true);
    closing.start();
    try {
      if (!closed.await(STOP_SECONDS, TimeUnit.SECONDS)) {
        System.err.println(
            "keyfold: the store is still busy after the shutdown timeout; it recovers at the next"
                + " start");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(Runnable server) {
    try {
      server.run();
    } catch (StoreException e) {
      System.err.println("keyfold: " + e.getMessage());
    }
  }

  private ServerOptions options(ServeSettings settings) throws IOException {
    ServerOptions options = ServerOptions.defaults();
    if (settings.has(PORT)) {
      options = options.withPort(port(PORT, settings.get(PORT, "")));
    }
    options = options.withBind(settings.get(BIND, options.bind()));
    options = options.withInsecureBind(settings.isOn(INSECURE, this::usage));
    if (settings.has(DURABILITY)) {
      try {
        options = options.withDurability(Durability.named(settings.get(DURABILITY, "")));
      } catch (StoreUrlException e) {
        throw usage(DURABILITY + ": " + e.getMessage());
      }
    }
    if (settings.has(PASSWORD)) {
      options = options.withPassword(password(Path.of(settings.get(PASSWORD, ""))));
    }
    if (settings.has(ACL_FILE)) {
      options = options.withAclFile(Path.of(settings.get(ACL_FILE, "")));
    }
    if (settings.has(BACKUPS)) {
      options = options.withBackups(Path.of(settings.get(BACKUPS, "")));
    }
    options = tls(settings, options);
    for (Map.Entry<String, String> each : settings.parameters().entrySet()) {
      options = options.withConfig(each.getKey(), each.getValue());
    }
    return options;
  }

  private ServerOptions tls(ServeSettings settings, ServerOptions options) {
    if (settings.has(CERTIFICATE) != settings.has(KEY)) {
      throw usage(CERTIFICATE + " and " + KEY + " must be given together");
    }
    if (!settings.has(KEY)) {
      return options;
    }
    return options.withTls(Path.of(settings.get(CERTIFICATE, "")), Path.of(settings.get(KEY, "")));
  }

  private int port(String option, String text) {
    return text.equals("0") ? 0 : (int) number(option, text, 65_535);
  }

  private int httpPort(ServeSettings settings) {
    if (!settings.has(HTTP_PORT)) {
      // A free port for one protocol implies a free port for the other.
      return settings.get(PORT, "").equals("0") ? 0 : DEFAULT_HTTP_PORT;
    }
    String text = settings.get(HTTP_PORT, "");
    return text.equals("off") ? KeyfoldServer.NO_HTTP : port(HTTP_PORT, text);
  }

  private int pgPort(ServeSettings settings) {
    if (!settings.has(PG_PORT)) {
      return settings.get(PORT, "").equals("0") ? 0 : PgPort.DEFAULT_PORT;
    }
    String text = settings.get(PG_PORT, "");
    return text.equals("off") ? KeyfoldServer.NO_PG : port(PG_PORT, text);
  }

  private static String address(ServerOptions options, int port) {
    String scheme = options.tls() == null ? "http://" : "https://";
    return scheme + host(options) + ":" + port;
  }

  private static String host(ServerOptions options) {
    return options.bind().contains(":") ? "[" + options.bind() + "]" : options.bind();
  }

  /** Reads the first line of a file: an argument would be visible to all users of the machine. */
  private static String password(Path file) {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      String password = lines.readLine();
      if (password == null || password.isEmpty()) {
        throw new IOException("its first line is empty, expected a password");
      }
      return password;
    } catch (IOException e) {
      throw new FileException("cannot read " + file, e);
    }
  }

  private KeyfoldServer open(String url, ServerOptions options, int httpPort, int pgPort) {
    try {
      return KeyfoldServer.open(url, console::notice, options, httpPort, pgPort);
    } catch (StoreUrlException e) {
      throw usage(STORE + ": " + e.getMessage());
    } catch (InsecureBindException e) {
      throw insecure(options);
    } catch (BadConfigException e) {
      throw usage(CONFIG + ": " + e.getMessage());
    } catch (CannotListenException e) {
      throw cannotListen(e);
    } catch (IOException e) {
      throw new FileException("cannot start the server", e);
    }
  }
}
