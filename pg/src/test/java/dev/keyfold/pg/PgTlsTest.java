package dev.keyfold.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.port.ServerOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS with a certificate that pgjdbc verifies. */
class PgTlsTest {
  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir private Path directory;

  private Path pem(String name, String kind, byte[] der) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    String text = "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    return Files.writeString(directory.resolve(name), text);
  }

  /** Writes NAME-cert.pem and NAME-key.pem of a new key for that address. */
  private void makeKey(String name, String address) throws Exception {
    Path file = directory.resolve(name + ".p12");
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
                "san=ip:" + address,
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
    pem(name + "-cert.pem", "CERTIFICATE", keys.getCertificate("k").getEncoded());
    pem(name + "-key.pem", "PRIVATE KEY", keys.getKey("k", PASSWORD).getEncoded());
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private PgFixture start(String name) {
    return new PgFixture(
        ServerOptions.defaults()
            .withTls(directory.resolve(name + "-cert.pem"), directory.resolve(name + "-key.pem")));
  }

  @Test
  void theCertificateIsVerifiedAndPlainConnectionsAreRefused() throws Exception {
    makeKey("own", "127.0.0.1");
    makeKey("other", "127.0.0.1");
    try (PgFixture fixture = start("own")) {
      try (Connection connection =
              fixture.connect(
                  "user",
                  "ann",
                  "password",
                  "secret",
                  "sslmode",
                  "verify-full",
                  "sslrootcert",
                  path("own-cert.pem"));
          Statement statement = connection.createStatement()) {
        statement.execute("create table t (id int primary key, name text)");
        String large = "x".repeat(300_000);
        statement.execute("insert into t values (1, '" + large + "')");
        try (ResultSet result = statement.executeQuery("select name from t")) {
          assertThat(result.next()).isTrue();
          assertThat(result.getString(1)).isEqualTo(large);
        }
      }
      // A password of which only a plain hash is known is sent in full: only inside TLS.
      try (Connection connection =
          fixture.connect("user", "hashed", "password", "secret", "sslmode", "require")) {
        assertThat(connection.isValid(5)).isTrue();
      }
      assertThatThrownBy(
              () -> fixture.connect("sslmode", "verify-ca", "sslrootcert", path("other-cert.pem")))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("SSL error");
      assertThatThrownBy(() -> fixture.connect("sslmode", "disable"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28000"))
          .hasMessageContaining("accepts only connections with TLS");
    }
  }

  @Test
  void aCertificateForAnotherAddressFailsVerifyFull() throws Exception {
    makeKey("far", "127.0.0.9");
    try (PgFixture fixture = start("far")) {
      assertThatThrownBy(
              () -> fixture.connect("sslmode", "verify-full", "sslrootcert", path("far-cert.pem")))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("could not be verified");
      try (Connection connection =
          fixture.connect("sslmode", "verify-ca", "sslrootcert", path("far-cert.pem"))) {
        assertThat(connection.isValid(5)).isTrue();
      }
    }
  }

  @Test
  void withoutACertificateTlsIsRefusedPolitely() throws SQLException {
    try (PgFixture fixture = new PgFixture()) {
      assertThatThrownBy(() -> fixture.connect("sslmode", "require"))
          .hasMessageContaining("does not support SSL");
      try (Connection connection = fixture.connect("sslmode", "prefer")) {
        assertThat(connection.isValid(5)).isTrue();
      }
    }
  }
}
