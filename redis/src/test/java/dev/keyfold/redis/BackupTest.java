package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.Backups;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SAVE, BGSAVE and LASTSAVE with a directory for backups. */
class BackupTest {
  @TempDir private Path directory;

  private ServerOptions options() {
    return ServerOptions.defaults().withPort(0).withBackups(directory.resolve("backups"));
  }

  private List<Path> backups() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("backups"))) {
      return files.sorted().toList();
    }
  }

  private static void await(RedisServer server) throws InterruptedException {
    for (int i = 0; i < 2000 && server.backups().status().state() == Backups.State.RUNNING; i++) {
      Thread.sleep(5);
    }
    assertThat(server.backups().status().message()).isEmpty();
    assertThat(server.backups().status().state()).isEqualTo(Backups.State.DONE);
  }

  /** Each transaction writes the same number to two keys; every backup has both or neither. */
  @Test
  void backupsUnderWriteLoadHoldOneMoment() throws Exception {
    try (Store store = Stores.open("rocksdb:" + directory.resolve("data"));
        RedisServer server = RedisServer.start(store, options());
        RespClient client = RespClient.to(server.port())) {
      assertThat(client.call("lastsave")).isEqualTo(":0");
      AtomicBoolean stop = new AtomicBoolean();
      Thread writer = new Thread(() -> write(server.port(), stop));
      writer.start();
      try {
        for (int i = 0; i < 3; i++) {
          assertThat(client.call("bgsave")).isEqualTo("+Background saving started");
          await(server);
        }
      } finally {
        stop.set(true);
        writer.join();
      }
      assertThat(client.call("info", "persistence"))
          .contains("rdb_bgsave_in_progress:0", "rdb_last_bgsave_status:ok", "keyfold_backup:")
          .contains(backups().get(2).getFileName().toString());
      assertThat(Long.parseLong(client.call("lastsave").substring(1))).isPositive();
      assertThat(client.call("save")).isEqualTo("+OK");
    }
    List<Path> made = backups();
    assertThat(made).hasSize(4);
    for (Path backup : made) {
      assertThat(backup.resolve("checksums.txt")).isNotEmptyFile();
      try (Store copy = Stores.open("rocksdb:" + backup.resolve("store"));
          RedisServer server = RedisServer.start(copy, ServerOptions.defaults().withPort(0));
          RespClient client = RespClient.to(server.port())) {
        String a = client.call("get", "a");
        assertThat(a).isEqualTo(client.call("get", "b"));
      }
    }
    assertThat(made.get(3).getFileName().toString()).startsWith("backup-");
  }

  private static void write(int port, AtomicBoolean stop) {
    try (RespClient client = RespClient.to(port)) {
      for (int i = 0; !stop.get(); i++) {
        client.call("multi");
        client.call("set", "a", Integer.toString(i));
        client.call("set", "b", Integer.toString(i));
        client.call("exec");
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aStoreWithoutCheckpointsIsBackedUpAsAStream() throws Exception {
    try (Store store = Stores.open("memory:");
        RedisServer server = RedisServer.start(store, options());
        RespClient client = RespClient.to(server.port())) {
      client.call("set", "a", "1");
      assertThat(client.call("save")).isEqualTo("+OK");
      assertThat(backups()).hasSize(1);
      assertThat(Files.size(backups().get(0))).isPositive();
    }
  }

  @Test
  void aFailedBackupIsReported() throws Exception {
    Path taken = Files.writeString(directory.resolve("backups"), "a file");
    try (Store store = Stores.open("memory:");
        RedisServer server = RedisServer.start(store, options());
        RespClient client = RespClient.to(server.port())) {
      assertThat(client.call("save")).startsWith("-ERR the backup failed: ").contains("backups");
      assertThat(client.call("info", "persistence")).contains("rdb_last_bgsave_status:err");
      assertThat(client.call("ping")).isEqualTo("+PONG");
    }
    assertThat(taken).isRegularFile();
  }
}
