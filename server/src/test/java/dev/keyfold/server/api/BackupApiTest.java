package dev.keyfold.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups over HTTP. */
class BackupApiTest extends HttpTesting {
  @TempDir private Path directory;
  private boolean configured = true;

  @Override
  ServerOptions options() {
    return configured ? super.options().withBackups(directory.resolve("backups")) : super.options();
  }

  @Override
  Store store() {
    return Stores.open("rocksdb:" + directory.resolve("data"));
  }

  @Test
  void aBackupIsAJobWithProgress() throws Exception {
    redis().call("set", "a", "1");
    assertThat(get("/api/backup").get("state").asText()).isEqualTo("none");
    JsonNode job = json(sendPost("/api/backup", Map.of()));
    assertThat(job.get("title").asText()).startsWith("backup to ").contains("backups");
    JsonNode last = get("/api/backup");
    for (int i = 0; i < 1000 && last.get("state").asText().equals("running"); i++) {
      Thread.sleep(10);
      last = get("/api/backup");
    }
    assertThat(last.get("error").asText()).isEmpty();
    assertThat(last.get("state").asText()).isEqualTo("done");
    assertThat(last.get("done").asLong()).isEqualTo(last.get("total").asLong()).isPositive();
    assertThat(last.get("bytes").asLong()).isPositive();
    Path copy = Path.of(last.get("place").asText()).resolve("store");
    try (Store backup = Stores.open("rocksdb:" + copy)) {
      assertThat(backup).isNotNull();
    }
  }

  @Test
  void withoutADirectoryItSaysHowToGetOne() throws IOException {
    configured = false;
    assertThat(get("/api/backup").get("configured").asBoolean()).isFalse();
    HttpResponse<String> refused = sendPost("/api/backup", Map.of());
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("--backup-dir DIRECTORY");
  }
}
