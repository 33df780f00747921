package dev.keyfold.redis.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * SCAN and HSCAN while others write: all that was there from beginning to end is shown, exactly
 * once, and in order.
 */
class ScanTest {
  private static final Pattern REPLY = Pattern.compile("\\[\"(\\d+)\", \\[(.*)\\]\\]");
  private static final int STEADY = 500;

  private final long seed = Long.getLong("seed", Long.getLong("seed.fresh", System.nanoTime()));
  private final Random random = new Random(seed);

  @Test
  void namesAreShownOnceWhileOthersComeAndGo() throws Exception {
    check(List.of("SCAN"), i -> List.of("SET", name(i), "v"), i -> List.of("DEL", name(i)), 1);
  }

  @Test
  void fieldsAreShownOnceWhileOthersComeAndGo() throws Exception {
    check(
        List.of("HSCAN", "h"),
        i -> List.of("HSET", "h", name(i), "v"),
        i -> List.of("HDEL", "h", name(i)),
        2);
  }

  @Test
  void anUnknownCursorIsRefused() throws Exception {
    try (Store store = Stores.open("memory:");
        RedisServer server = RedisServer.start(store, ServerOptions.defaults().withPort(0));
        TranscriptClient client = new TranscriptClient(server.port())) {
      assertThat(client.call("SCAN", "17")).isEqualTo("(error) ERR invalid cursor");
      client.call("HSET", "h", "f", "v");
      assertThat(client.call("HSCAN", "h", "17")).isEqualTo("(error) ERR invalid cursor");
    }
  }

  private interface Form {
    List<String> of(int i);
  }

  private static String name(int i) {
    return String.format("n%05d", i);
  }

  private void check(List<String> scan, Form put, Form remove, int step) throws Exception {
    try (Store store = Stores.open("memory:");
        RedisServer server = RedisServer.start(store, ServerOptions.defaults().withPort(0));
        TranscriptClient client = new TranscriptClient(server.port())) {
      TreeSet<String> steady = new TreeSet<>();
      for (int i = 0; i < STEADY; i++) {
        client.call(put.of(i * 2));
        steady.add(name(i * 2));
      }
      List<String> seen = new ArrayList<>();
      String cursor = "0";
      do {
        List<String> call = new ArrayList<>(scan);
        call.add(cursor);
        call.addAll(List.of("COUNT", Integer.toString(1 + random.nextInt(30)), "MATCH", "n*"));
        Matcher reply = REPLY.matcher(client.call(call));
        assertThat(reply.matches()).isTrue();
        cursor = reply.group(1);
        String[] elements = reply.group(2).isEmpty() ? new String[0] : reply.group(2).split(", ");
        for (int i = 0; i < elements.length; i += step) {
          seen.add(elements[i].replace("\"", ""));
        }
        // Odd ones are the restless ones.
        client.call(put.of(random.nextInt(STEADY) * 2 + 1));
        client.call(remove.of(random.nextInt(STEADY) * 2 + 1));
      } while (!cursor.equals("0"));
      assertThat(seen).as("seed %d", seed).doesNotHaveDuplicates().isSorted().containsAll(steady);
    }
  }
}
