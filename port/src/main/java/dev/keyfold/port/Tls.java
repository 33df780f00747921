package dev.keyfold.port;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The certificate of the options, for every port. */
public final class Tls {
  private Tls() {}

  /** Null if the options have none. */
  public static @Nullable SslContext context(ServerOptions options) throws IOException {
    Path certificate = options.tlsCertificate();
    Path key = options.tlsKey();
    if (certificate == null || key == null) {
      return null;
    }
    try {
      return SslContextBuilder.forServer(certificate.toFile(), key.toFile()).build();
    } catch (IllegalArgumentException e) {
      throw new IOException("cannot read the TLS certificate or its key: " + e.getMessage(), e);
    }
  }
}
