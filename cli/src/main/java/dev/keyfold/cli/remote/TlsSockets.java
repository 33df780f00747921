package dev.keyfold.cli.remote;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Encrypts connections as the URL says. Stateless. */
final class TlsSockets {
  private TlsSockets() {}

  static Socket wrap(ServerAddress address, Socket plain) throws IOException {
    boolean verified = address.tls() == ServerAddress.Tls.ON;
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          null, verified ? trusted(address.ca()) : new TrustManager[] {new TrustsAll()}, null);
      SSLSocket socket =
          (SSLSocket)
              context.getSocketFactory().createSocket(plain, address.host(), address.port(), true);
      if (verified) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
      }
      socket.startHandshake();
      return socket;
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot use TLS: " + e.getMessage(), e);
    }
  }

  /** Null for the certificates that Java trusts. */
  private static TrustManager @Nullable [] trusted(@Nullable String file)
      throws IOException, GeneralSecurityException {
    if (file == null) {
      return null;
    }
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca" + number++, each);
      }
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  /** For {@code tls=unverified}: the login with SCRAM still proves that the server is the one. */
  private static final class TrustsAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
