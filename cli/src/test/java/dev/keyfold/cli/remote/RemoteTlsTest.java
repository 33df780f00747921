package dev.keyfold.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.cli.Main;
import dev.keyfold.cli.RunningServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands in a server with TLS: found by its directory, and by its URL. */
class RemoteTlsTest {
  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir private Path directory;

  private Path pem(String name, String kind, byte[] der) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    String text = "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    return Files.writeString(directory.resolve(name), text);
  }

  /** A new key for 127.0.0.1. */
  private KeyStore newKey() throws Exception {
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
                "CN=keyfold",
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
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private static String list(String url) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] args = {"table", "list", "--store", url};
    int status = Main.run(args, InputStream.nullInputStream(), out, out);
    return status + " " + out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theCertificateIsVerified() throws Exception {
    KeyStore keys = newKey();
    Path certificate = pem("cert.pem", "CERTIFICATE", keys.getCertificate("k").getEncoded());
    Path key = pem("key.pem", "PRIVATE KEY", keys.getKey("k", PASSWORD).getEncoded());
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("k", keys.getCertificate("k"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);
    String store = "rocksdb:" + directory.resolve("data");
    try (RunningServer server =
        new RunningServer(
            tls.getSocketFactory(),
            store,
            "--tls-cert",
            certificate.toString(),
            "--tls-key",
            key.toString())) {
      assertThat(list(store)).startsWith("0 ");
      assertThat(list(server.url() + "?tls-ca=" + certificate)).startsWith("0 ");
      assertThat(list(server.url() + "?tls=unverified")).startsWith("0 ");
      assertThat(list(server.url() + "?tls=on")).startsWith("4 keyfold: cannot verify the certif");
      assertThat(list(server.url())).contains("this server accepts only connections with TLS");
    }
    try (RunningServer server = new RunningServer("memory:")) {
      assertThat(list(server.url() + "?tls=on")).contains("does not offer TLS");
    }
  }
}
