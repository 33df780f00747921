package dev.keyfold.port;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/**
 * A TLS context that reads its certificate and key again when their files have changed: new
 * connections get the new certificate, open ones stay as they are. If the new files do not fit, it
 * logs why and keeps the old ones. Thread-safe.
 */
final class ReloadingTls extends SslContext {
  private static final System.Logger LOG = System.getLogger(ReloadingTls.class.getName());

  private record Loaded(SslContext context, String version) {}

  private final ServerOptions.TlsFiles files;
  private volatile Loaded loaded;

  ReloadingTls(ServerOptions.TlsFiles files) throws IOException {
    this.files = files;
    this.loaded = new Loaded(read(files), version(files));
  }

  private static SslContext read(ServerOptions.TlsFiles files) throws IOException {
    try {
      return SslContextBuilder.forServer(files.certificate().toFile(), files.key().toFile())
          .build();
    } catch (IllegalArgumentException e) {
      throw new IOException("cannot read the TLS certificate or its key: " + e.getMessage(), e);
    }
  }

  /** Another text when a file was replaced or changed. */
  private static String version(ServerOptions.TlsFiles files) throws IOException {
    return Files.getLastModifiedTime(files.certificate())
        + " "
        + Files.size(files.certificate())
        + " "
        + Files.getLastModifiedTime(files.key())
        + " "
        + Files.size(files.key());
  }

  private SslContext current() {
    Loaded known = loaded;
    try {
      String now = version(files);
      if (!now.equals(known.version)) {
        // Noted also if it fails, so that it is read and logged once for each change.
        loaded = new Loaded(known.context, now);
        loaded = new Loaded(read(files), now);
        SafeLog.log(LOG, System.Logger.Level.INFO, "the TLS certificate was read again", null);
      }
    } catch (IOException e) {
      SafeLog.log(
          LOG, System.Logger.Level.ERROR, "the old TLS certificate is used until this is fixed", e);
    }
    return loaded.context;
  }

  @Override
  public boolean isClient() {
    return false;
  }

  @Override
  public List<String> cipherSuites() {
    return loaded.context.cipherSuites();
  }

  @Override
  @SuppressWarnings("deprecation") // the only way to extend the class
  public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
    return loaded.context.applicationProtocolNegotiator();
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator alloc) {
    return current().newEngine(alloc);
  }

  @Override
  public SSLEngine newEngine(ByteBufAllocator alloc, String peerHost, int peerPort) {
    return current().newEngine(alloc, peerHost, peerPort);
  }

  @Override
  public SSLSessionContext sessionContext() {
    return loaded.context.sessionContext();
  }
}
