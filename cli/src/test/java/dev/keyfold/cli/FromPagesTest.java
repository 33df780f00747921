package dev.keyfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.rowkey.RowKey;
import dev.keyfold.testkit.FerricLogWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/**
 * The commands of the pages for people who have keys of another program, docs/FROM-*.md, and of
 * docs/STRUCTURES.md. The stores that the pages start from are made here with the engine itself, as
 * those programs make them.
 */
class FromPagesTest {
  @TempDir private Path directory;

  private void run(String page, int least) throws IOException, InterruptedException {
    PageCommands commands = new PageCommands(Path.of("..", "docs", page));
    commands.assertOutputIsAsShown(directory, "");
    assertThat(commands.size()).isGreaterThanOrEqualTo(least);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void delimited() throws IOException, InterruptedException, RocksDBException {
    try (ForeignDatabase db = new ForeignDatabase(directory.resolve("places"))) {
      for (String place :
          List.of(
              "de#bavaria#munich#1488202",
              "de#bavaria#nuremberg#518370",
              "de#hesse#frankfurt#773068",
              "fr#alsace#colmar#67730",
              "us#ohio#akron#190469")) {
        int last = place.lastIndexOf('#');
        String value = "{\"people\":" + place.substring(last + 1) + "}";
        db.put(utf8(place.substring(0, last)), utf8(value));
      }
    }
    KeySchema key =
        KeySchema.parse(
                "user_id string(32), order_date timestamp, order_id uuid", KeyFormats.DELIMITED)
            .withShards(256);
    try (ForeignDatabase db = new ForeignDatabase(directory.resolve("orders"))) {
      for (int i = 0; i < 6; i++) {
        byte[] raw =
            key.encode(
                i < 4 ? "USR_12345" : "USR_2",
                1_737_100_800_000L + i * 86_400_000L,
                UUID.fromString("550e8400-e29b-41d4-a716-44665544000" + (i + 1)));
        db.put(raw, utf8("{\"amount\":" + (i + 1) * 10 + ".5,\"status\":\"PAID\"}"));
      }
    }
    run("FROM-DELIMITED.md", 19);
  }

  @Test
  void rowKey() throws IOException, InterruptedException, RocksDBException {
    try (ForeignDatabase db = new ForeignDatabase(directory.resolve("rooms"))) {
      for (int i = 1; i <= 12; i++) {
        byte[] key = RowKey.newKeyBuilder().add(i < 9 ? "building" : "garage").addInt64(i).drain();
        db.put(key, utf8("room " + i));
      }
    }
    run("FROM-ROWKEY.md", 13);
  }

  @Test
  void ferricStore() throws IOException, InterruptedException {
    FerricLogWriter logs = new FerricLogWriter(directory.resolve("ferric"));
    logs.put(0, 0, "T:user:123", "hash");
    logs.put(0, 0, "H:user:123\0name", "Ann");
    logs.put(1, 0, "H:user:123\0city", "Oslo");
    logs.put(1, 0, "T:tags:post:789", "set");
    logs.put(1, 1, "S:tags:post:789\0elixir", "1");
    logs.put(1, 1, "S:tags:post:789\0old", "1");
    logs.delete(1, 2, "S:tags:post:789\0old");
    logs.put(0, 1, "T:leaderboard", "zset");
    logs.put(0, 1, "Z:leaderboard\0alice", "12.5");
    logs.put(1, 2, "greeting", "hello");
    logs.put(0, 2, "T:events", "stream");
    logs.put(0, 2, "X:events\0001-1", "a");
    run("FROM-FERRICSTORE.md", 12);
  }

  @Test
  void modeling() throws IOException, InterruptedException, RocksDBException {
    makeMaps();
    run("FROM-MODELING.md", 16);
  }

  /** The page for structures has commands for the same layout. */
  @Test
  void structures() throws IOException, InterruptedException, RocksDBException {
    makeMaps();
    run("STRUCTURES.md", 5);
  }

  private void makeMaps() throws RocksDBException {
    try (ForeignDatabase db = new ForeignDatabase(directory.resolve("kv"))) {
      Map<String, String> bob =
          Map.of(
              "name", "Bob Smith",
              "email", "bob@gmail.com",
              "address", "123 Bob Avenue Philadelphia, PA 19107");
      for (Map.Entry<String, String> attribute : bob.entrySet()) {
        db.put(utf8("bob." + attribute.getKey()), utf8(attribute.getValue()));
      }
      db.put(utf8("bob"), utf8("[\"address\",\"email\",\"name\"]"));
      List<String> friends = List.of("joe", "suzy", "bill");
      for (int i = 0; i < friends.size(); i++) {
        db.put(utf8("friends." + i), utf8(friends.get(i)));
      }
      // A varint of Go in a buffer of four bytes: the length, zigzag, and zeros after it.
      db.put(utf8("friends"), new byte[] {6, 0, 0, 0});
    }
  }
}
