package dev.keyfold.redis.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Flags, categories and keys of commands are those of Redis: clients and rights go by them. */
class CommandInfoTest {
  @Test
  void everyCommandIsDescribedAsByRedis() throws Exception {
    Map<String, String> redis = ofRedis();
    try (Store store = Stores.open("memory:");
        RedisServer server = RedisServer.start(store, ServerOptions.defaults().withPort(0))) {
      Map<String, String> ours = CommandInfo.of(server.port());
      ours.keySet().retainAll(redis.keySet());
      List<String> differ = new ArrayList<>();
      ours.forEach(
          (name, line) -> {
            if (!line.equals(redis.get(name))) {
              differ.add("\n  here  " + line + "\n  Redis " + redis.get(name));
            }
          });
      assertThat(differ).isEmpty();
      redis.keySet().removeAll(ours.keySet());
      for (String line : lines("command-info.absent")) {
        Pattern names = Pattern.compile(line.split(" ", 2)[0]);
        assertThat(redis.keySet().removeIf(name -> names.matcher(name).matches()))
            .as("something is absent that matches %s", names)
            .isTrue();
      }
      assertThat(redis.keySet()).as("absent without a reason").isEmpty();
    }
  }

  @Test
  void aBitfieldThatOnlyReadsNeedsNoRightToWrite() throws Exception {
    try (Store store = Stores.open("memory:");
        RedisServer server = RedisServer.start(store, ServerOptions.defaults().withPort(0));
        TranscriptClient client = new TranscriptClient(server.port())) {
      client.call("ACL", "SETUSER", "reader", "on", "nopass", "+@all", "%R~k*");
      client.call("AUTH", "reader", "any");
      for (String read :
          List.of("GET u8 0", "", "OVERFLOW SAT GET u8 0", "GET u8 0 OVERFLOW SAT GET u8 0")) {
        assertThat(client.call(bitfield(read))).as(read).startsWith("[");
      }
      for (String write :
          List.of("GET u8 0 SET u8 0 1", "OVERFLOW SAT INCRBY u8 0 1", "GET u8 0 GET", "FOO")) {
        assertThat(client.call(bitfield(write))).as(write).startsWith("(error) NOPERM");
      }
    }
  }

  private static List<String> bitfield(String rest) {
    return List.of(("BITFIELD k " + rest).split(" "));
  }

  /** What a Redis said, by name. */
  static SortedMap<String, String> ofRedis() throws IOException {
    TreeMap<String, String> byName = new TreeMap<>();
    lines("command-info.list").forEach(line -> byName.put(line.split(" ", 2)[0], line));
    return byName;
  }

  private static List<String> lines(String file) throws IOException {
    try (InputStream in = CommandInfoTest.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }
}
