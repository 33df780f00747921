package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
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
  void aFileThatIsNoCertificateIsSaid() throws IOException {
    Path nonsense = Files.writeString(directory.resolve("nonsense.pem"), "nonsense");
    try (Store store = Stores.open("memory:")) {
      assertThatThrownBy(() -> RedisServer.start(store, options().withTls(nonsense, nonsense)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot read the TLS certificate or its key");
    }
  }
}
