package dev.keyfold.port;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Makes the TLS context of a server from its options, for every port. */
public final class Tls {
  private Tls() {}

  /** Null if the options have none. */
  public static @Nullable SslContext context(ServerOptions options) throws IOException {
    ServerOptions.TlsFiles files = options.tls();
    if (files == null) {
      return null;
    }
    try {
      return SslContextBuilder.forServer(files.certificate().toFile(), files.key().toFile())
          .build();
    } catch (IllegalArgumentException e) {
      throw new IOException("cannot read the TLS certificate or its key: " + e.getMessage(), e);
    }
  }
}
