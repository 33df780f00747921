package dev.keyfold.port;

import dev.keyfold.store.Durability;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How a server behaves. Immutable; each {@code with} gives a changed copy.
 *
 * @param endpoint the address and port to listen on
 * @param durability what a reply acknowledges: {@code ASYNC} as Redis with {@code appendfsync
 *     everysec}, {@code GROUP} and {@code SYNC} on disk
 * @param password the password that clients must send first; empty for none
 * @param tls the certificate and its key; null for no TLS
 * @param places files and directories of the server beside its store
 * @param config initial values of CONFIG
 * @param clock the source of the time
 * @param ticker a monotonic clock in nanoseconds, for delays such as those of failed logins
 */
public record ServerOptions(
    Endpoint endpoint,
    Durability durability,
    String password,
    @Nullable TlsFiles tls,
    Places places,
    Map<String, String> config,
    InstantSource clock,
    LongSupplier ticker) {

  /**
   * Where a server listens.
   *
   * @param bind the address to listen on
   * @param port the port; 0 selects a free one
   * @param insecureBind whether an address that other machines can reach is allowed without a
   *     password
   */
  public record Endpoint(String bind, int port, boolean insecureBind) {
    /** Checks. */
    public Endpoint {
      Objects.requireNonNull(bind, "bind");
      if (port < 0 || port > 65535) {
        throw new IllegalArgumentException("a port is 0 to 65535; found " + port);
      }
    }
  }

  /**
   * The PEM files that TLS needs.
   *
   * @param certificate the certificate chain
   * @param key the private key
   */
  public record TlsFiles(Path certificate, Path key) {
    /** Checks. */
    public TlsFiles {
      Objects.requireNonNull(certificate, "certificate");
      Objects.requireNonNull(key, "key");
    }
  }

  /**
   * Files and directories of a server beside its store.
   *
   * @param acl the file of users and rights for ACL LOAD and ACL SAVE; null for none
   * @param backups the directory that backups go to; null for none
   */
  public record Places(@Nullable Path acl, @Nullable Path backups) {}

  /** Checks and copies. */
  public ServerOptions {
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(durability, "durability");
    Objects.requireNonNull(password, "password");
    config = Map.copyOf(config);
  }

  /** Loopback, port 6380, async, no password, no TLS. */
  public static ServerOptions defaults() {
    return new ServerOptions(
        new Endpoint("127.0.0.1", 6380, false),
        Durability.ASYNC,
        "",
        null,
        new Places(null, null),
        Map.of(),
        InstantSource.system(),
        System::nanoTime);
  }

  /**
   * The address to listen on.
   *
   * @throws InsecureBindException if other machines could reach it and no password is required
   */
  public InetAddress address() throws UnknownHostException {
    InetAddress address = InetAddress.getByName(bind());
    if (!address.isLoopbackAddress() && password.isEmpty() && !endpoint.insecureBind) {
      throw new InsecureBindException(bind());
    }
    return address;
  }

  /** The address to listen on, as given. */
  public String bind() {
    return endpoint.bind;
  }

  /** The port to listen on; 0 selects a free one. */
  public int port() {
    return endpoint.port;
  }

  private ServerOptions with(Endpoint where) {
    return new ServerOptions(where, durability, password, tls, places, config, clock, ticker);
  }

  /** Listens on that address. */
  public ServerOptions withBind(String address) {
    return with(new Endpoint(address, endpoint.port, endpoint.insecureBind));
  }

  /** Listens on that port. */
  public ServerOptions withPort(int number) {
    return with(new Endpoint(endpoint.bind, number, endpoint.insecureBind));
  }

  /** Listens on addresses that other machines can reach even without a password. */
  public ServerOptions withInsecureBind(boolean allowed) {
    return with(new Endpoint(endpoint.bind, endpoint.port, allowed));
  }

  /** Acknowledges writes that are that durable. */
  public ServerOptions withDurability(Durability what) {
    return new ServerOptions(endpoint, what, password, tls, places, config, clock, ticker);
  }

  /** Requires a password. */
  public ServerOptions withPassword(String secret) {
    return new ServerOptions(endpoint, durability, secret, tls, places, config, clock, ticker);
  }

  /** Uses TLS with this certificate chain and key, both PEM files. */
  public ServerOptions withTls(Path certificate, Path key) {
    TlsFiles files = new TlsFiles(certificate, key);
    return new ServerOptions(endpoint, durability, password, files, places, config, clock, ticker);
  }

  /** Reads users and rights from this file, if it exists, and writes them there on ACL SAVE. */
  public ServerOptions withAclFile(Path file) {
    return with(new Places(file, places.backups));
  }

  /** Writes backups to this directory. */
  public ServerOptions withBackups(Path directory) {
    return with(new Places(places.acl, directory));
  }

  private ServerOptions with(Places all) {
    return new ServerOptions(endpoint, durability, password, tls, all, config, clock, ticker);
  }

  /** Starts with this value of CONFIG. */
  public ServerOptions withConfig(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(config);
    more.put(name, value);
    return new ServerOptions(endpoint, durability, password, tls, places, more, clock, ticker);
  }

  /** Uses this clock. */
  public ServerOptions withClock(InstantSource source) {
    return new ServerOptions(endpoint, durability, password, tls, places, config, source, ticker);
  }

  /** Measures delays with this monotonic clock, in nanoseconds. */
  public ServerOptions withTicker(LongSupplier nanos) {
    return new ServerOptions(endpoint, durability, password, tls, places, config, clock, nanos);
  }
}
