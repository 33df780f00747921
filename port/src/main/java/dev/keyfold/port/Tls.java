package dev.keyfold.port;

import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Makes the TLS context of a server from its options, for every port. */
public final class Tls {
  private Tls() {}

  /** Null if the options have none. Reads the files again when they change. */
  public static @Nullable SslContext context(ServerOptions options) throws IOException {
    ServerOptions.TlsFiles files = options.tls();
    return files == null ? null : new ReloadingTls(files);
  }
}
