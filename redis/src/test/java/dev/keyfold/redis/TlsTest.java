package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest extends ServerTesting {
  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir private Path directory;

  private KeyStore makeKey() throws Exception {
    Path file = directory.resolve("key.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "k",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                "password")
            .redirectErrorStream(true)
            .start();
    keytool.getInputStream().readAllBytes();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private Path pem(String name, String kind, byte[] der) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    String text = "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void speaksTlsAndNothingElse() throws Exception {
    KeyStore keys = makeKey();
    Path certificate = pem("cert.pem", "CERTIFICATE", keys.getCertificate("k").getEncoded());
    Path key = pem("key.pem", "PRIVATE KEY", keys.getKey("k", PASSWORD).getEncoded());
    RedisServer server = start(options().withTls(certificate, key));

    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("k", keys.getCertificate("k"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    try (RespClient client =
        new RespClient(context.getSocketFactory().createSocket("127.0.0.1", server.port()))) {
      assertThat(client.call("ping")).isEqualTo("+PONG");
      String large = "x".repeat(300_000);
      assertThat(client.call("test.set", "a", large)).isEqualTo("+OK");
      assertThat(client.call("test.get", "a")).isEqualTo(large);
    }
    RespClient plain = client(server);
    plain.raw("ping\r\n");
    assertThatThrownBy(plain::read).isInstanceOf(IOException.class);
  }

  @Test
  void newConnectionsUseAChangedCertificate() throws Exception {
    KeyStore old = makeKey();
    Path certificate = pem("cert.pem", "CERTIFICATE", old.getCertificate("k").getEncoded());
    Path key = pem("key.pem", "PRIVATE KEY", old.getKey("k", PASSWORD).getEncoded());
    RedisServer server = start(options().withTls(certificate, key));
    assertThat(presented(server)).isEqualTo(old.getCertificate("k"));
    Files.writeString(key, "nonsense");
    assertThat(presented(server))
        .as("stays if the files are wrong")
        .isEqualTo(old.getCertificate("k"));
    Files.delete(directory.resolve("key.p12"));
    KeyStore fresh = makeKey();
    pem("cert.pem", "CERTIFICATE", fresh.getCertificate("k").getEncoded());
    pem("key.pem", "PRIVATE KEY", fresh.getKey("k", PASSWORD).getEncoded());
    assertThat(presented(server)).isEqualTo(fresh.getCertificate("k"));
  }

  /** The certificate that a new connection gets. */
  private static Certificate presented(RedisServer server) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    TrustManager any =
        new X509ExtendedTrustManager() {
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
        };
    context.init(null, new TrustManager[] {any}, null);
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port())) {
      socket.startHandshake();
      return socket.getSession().getPeerCertificates()[0];
    }
  }

  @Test
  void aFileThatIsNoCertificateIsSaid() throws IOException {
    Path nonsense = Files.writeString(directory.resolve("nonsense.pem"), "nonsense");
    try (Store store = Stores.open("memory:")) {
      assertThatThrownBy(() -> RedisServer.start(store, options().withTls(nonsense, nonsense)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot read the TLS certificate or its key");
    }
  }
}
