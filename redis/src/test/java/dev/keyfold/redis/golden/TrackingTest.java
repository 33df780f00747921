package dev.keyfold.redis.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * CLIENT TRACKING as Redis has it; with {@code -Dgolden.port=6379} against the Redis there, which
 * must pass too.
 */
class TrackingTest {
  private Store store;
  private RedisServer server;
  private int port;
  private TranscriptClient reader;
  private TranscriptClient writer;

  @BeforeEach
  void start() throws Exception {
    Integer other = Integer.getInteger("golden.port");
    if (other == null) {
      store = Stores.open("memory:");
      server = RedisServer.start(store, ServerOptions.defaults().withPort(0));
      port = server.port();
    } else {
      port = other;
    }
    reader = new TranscriptClient(port);
    writer = new TranscriptClient(port);
    writer.call("FLUSHALL");
    reader.call("HELLO", "3");
  }

  @AfterEach
  void stop() throws Exception {
    reader.close();
    writer.close();
    if (server != null) {
      server.close();
      store.close();
    }
  }

  private void expect(String reply, String... words) throws IOException {
    assertThat(reader.call(words)).as(String.join(" ", words)).isEqualTo(reply);
  }

  /** Nothing has come that nobody asked for. */
  private void expectNothing() throws IOException {
    expect("PONG", "PING");
  }

  @Test
  void whoHasReadHearsOnce() throws Exception {
    expect("OK", "CLIENT", "TRACKING", "ON");
    expect("(nil)", "GET", "a");
    writer.call("SET", "a", "1");
    assertThat(reader.read()).isEqualTo("{>\"invalidate\", [\"a\"]}");
    writer.call("SET", "a", "2");
    expectNothing();
    expect("[\"2\", (nil)]", "MGET", "a", "b");
    writer.call("MSET", "a", "3", "b", "4");
    assertThat(new String[] {reader.read(), reader.read()})
        .containsExactlyInAnyOrder("{>\"invalidate\", [\"a\"]}", "{>\"invalidate\", [\"b\"]}");
    expect("\"3\"", "GET", "a");
    writer.call("FLUSHALL");
    assertThat(reader.read()).isEqualTo("{>\"invalidate\", (nil)}");
  }

  @Test
  void ownChangesComeBehindTheReply() throws Exception {
    expect("OK", "CLIENT", "TRACKING", "ON");
    expect("(nil)", "GET", "a");
    expect("OK", "SET", "a", "1");
    assertThat(reader.read()).isEqualTo("{>\"invalidate\", [\"a\"]}");
    expect("OK", "CLIENT", "TRACKING", "ON", "NOLOOP");
    expect("\"1\"", "GET", "a");
    expect("OK", "SET", "a", "2");
    expectNothing();
  }

  @Test
  void whatExpiresHasChanged() throws Exception {
    writer.call("SET", "a", "1", "PX", "700");
    expect("OK", "CLIENT", "TRACKING", "ON");
    expect("\"1\"", "GET", "a");
    assertThat(reader.read()).isEqualTo("{>\"invalidate\", [\"a\"]}");
  }

  @Test
  void broadcastsGoByPrefix() throws Exception {
    expect("OK", "CLIENT", "TRACKING", "ON", "BCAST", "PREFIX", "ab", "PREFIX", "x");
    writer.call("SET", "abc", "1");
    assertThat(reader.read()).isEqualTo("{>\"invalidate\", [\"abc\"]}");
    writer.call("SET", "ac", "1");
    expectNothing();
    expect("OK", "SET", "xyz", "1");
    assertThat(reader.read()).isEqualTo("{>\"invalidate\", [\"xyz\"]}");
    expect(
        "(error) ERR Prefix 'abd' overlaps with an existing prefix 'ab'. Prefixes for a single"
            + " client must not overlap.",
        "CLIENT",
        "TRACKING",
        "ON",
        "BCAST",
        "PREFIX",
        "abd");
    expect(
        "{\"flags\": {~\"on\", \"bcast\"}, \"redirect\": 0, \"prefixes\": [\"ab\", \"x\"]}",
        "CLIENT",
        "TRACKINGINFO");
    expect("OK", "CLIENT", "TRACKING", "OFF");
    writer.call("SET", "abc", "2");
    expectNothing();
    expect("{\"flags\": {~\"off\"}, \"redirect\": -1, \"prefixes\": []}", "CLIENT", "TRACKINGINFO");
  }

  @Test
  void optInAndOptOut() throws Exception {
    expect("OK", "CLIENT", "TRACKING", "ON", "OPTIN");
    expect("(nil)", "GET", "a");
    expect("OK", "CLIENT", "CACHING", "YES");
    expect("(nil)", "GET", "b");
    expect("(nil)", "GET", "c");
    writer.call("MSET", "a", "1", "b", "1", "c", "1");
    assertThat(reader.read()).isEqualTo("{>\"invalidate\", [\"b\"]}");
    expectNothing();
    expect("OK", "CLIENT", "CACHING", "YES");
    expect("OK", "MULTI");
    expect("QUEUED", "GET", "a");
    expect("QUEUED", "GET", "c");
    expect("[\"1\", \"1\"]", "EXEC");
    writer.call("SET", "c", "2");
    assertThat(reader.read()).isEqualTo("{>\"invalidate\", [\"c\"]}");
    writer.call("SET", "a", "1");
    assertThat(reader.read()).isEqualTo("{>\"invalidate\", [\"a\"]}");
    expect("OK", "CLIENT", "TRACKING", "OFF");
    expect("OK", "CLIENT", "TRACKING", "ON", "OPTOUT");
    expect("OK", "CLIENT", "CACHING", "NO");
    expect("\"1\"", "GET", "a");
    expect("\"1\"", "GET", "b");
    writer.call("MSET", "a", "2", "b", "2");
    assertThat(reader.read()).isEqualTo("{>\"invalidate\", [\"b\"]}");
    expectNothing();
  }

  @Test
  void anotherConnectionHearsInstead() throws Exception {
    String id = writer.call("CLIENT", "ID");
    writer.call("SUBSCRIBE", "__redis__:invalidate");
    expect("OK", "CLIENT", "TRACKING", "ON", "REDIRECT", id);
    expect(id, "CLIENT", "GETREDIR");
    expect("(nil)", "GET", "a");
    expect("OK", "SET", "a", "1");
    assertThat(writer.read()).isEqualTo("[\"message\", \"__redis__:invalidate\", [\"a\"]]");
    expect("\"1\"", "GET", "a");
    writer.close();
    try (TranscriptClient other = new TranscriptClient(port)) {
      // The connection's end is heard of a little later.
      while (other.call("CLIENT", "LIST").contains("id=" + id + " ")) {
        Thread.onSpinWait();
      }
      other.call("SET", "a", "2");
    }
    assertThat(reader.read()).isEqualTo("{>\"tracking-redir-broken\", " + id + "}");
    assertThat(reader.call("CLIENT", "TRACKINGINFO")).contains("broken_redirect");
    assertThat(reader.call("CLIENT", "INFO")).contains("flags=tR").contains("redir=" + id);
  }

  @Test
  void whatCannotBe() throws Exception {
    expect("(error) ERR syntax error", "CLIENT", "TRACKING", "MAYBE");
    expect("(error) ERR syntax error", "CLIENT", "TRACKING", "ON", "PREFIX");
    expect(
        "(error) ERR The client ID you want redirect to does not exist",
        "CLIENT",
        "TRACKING",
        "ON",
        "REDIRECT",
        "999999");
    expect(
        "(error) ERR PREFIX option requires BCAST mode to be enabled",
        "CLIENT",
        "TRACKING",
        "ON",
        "PREFIX",
        "a");
    expect(
        "(error) ERR OPTIN and OPTOUT are not compatible with BCAST",
        "CLIENT",
        "TRACKING",
        "ON",
        "BCAST",
        "OPTIN");
    expect(
        "(error) ERR You can't specify both OPTIN mode and OPTOUT mode",
        "CLIENT",
        "TRACKING",
        "ON",
        "OPTIN",
        "OPTOUT");
    expect(
        "(error) ERR Prefix 'a' overlaps with another provided prefix 'ab'. Prefixes for a single"
            + " client must not overlap.",
        "CLIENT",
        "TRACKING",
        "ON",
        "BCAST",
        "PREFIX",
        "a",
        "PREFIX",
        "ab");
    expect(
        "(error) ERR CLIENT CACHING can be called only when the client is in tracking mode with"
            + " OPTIN or OPTOUT mode enabled",
        "CLIENT",
        "CACHING",
        "YES");
    expect("OK", "CLIENT", "TRACKING", "ON", "OPTIN");
    expect(
        "(error) ERR CLIENT CACHING NO is only valid when tracking is enabled in OPTOUT mode.",
        "CLIENT",
        "CACHING",
        "NO");
    expect(
        "(error) ERR You can't switch OPTIN/OPTOUT mode before disabling tracking for this client,"
            + " and then re-enabling it with a different mode.",
        "CLIENT",
        "TRACKING",
        "ON",
        "OPTOUT");
    expect(
        "(error) ERR You can't switch BCAST mode on/off before disabling tracking for this client,"
            + " and then re-enabling it with a different mode.",
        "CLIENT",
        "TRACKING",
        "ON",
        "BCAST");
    expect("RESET", "RESET");
    assertThat(reader.call("CLIENT", "INFO")).contains("flags=N ").contains("redir=-1");
  }
}
