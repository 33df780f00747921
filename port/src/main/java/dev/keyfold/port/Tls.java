package dev.keyfold.port;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;

/** The certificate of the options, for every port. */
public final class Tls {
  private Tls() {}

  /** Null if the options have none. */
  public static SslContext context(ServerOptions options) throws IOException {
    if (options.tlsCertificate() == null) {
      return null;
    }
    try {
      return SslContextBuilder.forServer(
              options.tlsCertificate().toFile(), options.tlsKey().toFile())
          .build();
    } catch (IllegalArgumentException e) {
      throw new IOException("cannot read the TLS certificate or its key: " + e.getMessage(), e);
    }
  }
}
