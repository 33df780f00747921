package dev.keyfold.port;

import dev.keyfold.store.Durability;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a server behaves. Immutable; each {@code with} gives a changed copy.
 *
 * @param bind the address to listen on
 * @param port the port; 0: one that is free
 * @param durability what a reply acknowledges: {@code ASYNC} as Redis with {@code appendfsync
 *     everysec}, {@code GROUP} and {@code SYNC} on disk
 * @param password what clients must say first; empty: nothing
 * @param insecureBind whether an address that others can reach is fine without a password
 * @param tlsCertificate PEM file of the certificate chain; null: no TLS
 * @param tlsKey PEM file of the private key; null: no TLS
 * @param config values of CONFIG at the start
 * @param clock what time it is
 */
public record ServerOptions(
    String bind,
    int port,
    Durability durability,
    String password,
    boolean insecureBind,
    @Nullable Path tlsCertificate,
    @Nullable Path tlsKey,
    Map<String, String> config,
    InstantSource clock) {

  /** Checks and copies. */
  public ServerOptions {
    Objects.requireNonNull(bind, "bind");
    Objects.requireNonNull(durability, "durability");
    Objects.requireNonNull(password, "password");
    config = Map.copyOf(config);
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("a port is 0 to 65535; found " + port);
    }
    if ((tlsCertificate == null) != (tlsKey == null)) {
      throw new IllegalArgumentException("TLS needs a certificate and its key; one is missing");
    }
  }

  /**
   * The address to listen on.
   *
   * @throws InsecureBindException if others could reach it and nobody would have to say a password
   */
  public InetAddress address() throws UnknownHostException {
    InetAddress address = InetAddress.getByName(bind);
    if (!address.isLoopbackAddress() && password.isEmpty() && !insecureBind) {
      throw new InsecureBindException(bind);
    }
    return address;
  }

  /** Loopback, port 6380, async, no password, no TLS. */
  public static ServerOptions defaults() {
    return new ServerOptions(
        "127.0.0.1",
        6380,
        Durability.ASYNC,
        "",
        false,
        null,
        null,
        Map.of(),
        InstantSource.system());
  }

  /** Listens there. */
  public ServerOptions withBind(String address) {
    return new ServerOptions(
        address, port, durability, password, insecureBind, tlsCertificate, tlsKey, config, clock);
  }

  /** Listens on that port. */
  public ServerOptions withPort(int number) {
    return new ServerOptions(
        bind, number, durability, password, insecureBind, tlsCertificate, tlsKey, config, clock);
  }

  /** Acknowledges what is that durable. */
  public ServerOptions withDurability(Durability what) {
    return new ServerOptions(
        bind, port, what, password, insecureBind, tlsCertificate, tlsKey, config, clock);
  }

  /** Asks clients for a password. */
  public ServerOptions withPassword(String secret) {
    return new ServerOptions(
        bind, port, durability, secret, insecureBind, tlsCertificate, tlsKey, config, clock);
  }

  /** Listens where others can reach it, password or not. */
  public ServerOptions withInsecureBind(boolean allowed) {
    return new ServerOptions(
        bind, port, durability, password, allowed, tlsCertificate, tlsKey, config, clock);
  }

  /** Speaks TLS with this certificate chain and key, both PEM files. */
  public ServerOptions withTls(Path certificate, Path key) {
    return new ServerOptions(
        bind, port, durability, password, insecureBind, certificate, key, config, clock);
  }

  /** Begins with this value of CONFIG. */
  public ServerOptions withConfig(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(config);
    more.put(name, value);
    return new ServerOptions(
        bind, port, durability, password, insecureBind, tlsCertificate, tlsKey, more, clock);
  }

  /** Goes by this clock. */
  public ServerOptions withClock(InstantSource source) {
    return new ServerOptions(
        bind, port, durability, password, insecureBind, tlsCertificate, tlsKey, config, source);
  }
}
