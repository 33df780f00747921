package dev.keyfold.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server on a disk that fills up, for real: a process with a small file system of its own, which
 * is seen by nobody else.
 */
class FullDiskTest {
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));
  private static final int VALUE_BYTES = 20_000;

  @TempDir private Path directory;

  private Served serve(String... config) throws IOException {
    String mount =
        "mount -t tmpfs -o size=24m none "
            + directory
            + " && head -c 8388608 /dev/zero > "
            + directory.resolve("ballast")
            + " && exec \"$@\"";
    List<String> before = new ArrayList<>(List.of("unshare", ROOT ? "-m" : "-rm"));
    before.addAll(List.of("sh", "-c", mount, "sh"));
    return Served.start(before, "256m", "rocksdb:" + directory.resolve("data"), config);
  }

  @ParameterizedTest
  @ValueSource(strings = {"async", "group"})
  void readsGoOnAndWritingResumes(String durability) throws Exception {
    try (Served served = serve("durability=" + durability)) {
      RespClient client = served.client();
      client.call("debug", "set-active-expire", "0");
      fillExpiring(client);
      int stored = writeUntilRefused(client);
      expiredNamesAreGone(client);
      assertThat(served.httpStatus("/readyz")).as(served.log()).isEqualTo(503);
      assertThat(served.httpStatus("/healthz")).isEqualTo(200);
      expect(client, stored);
      refusesOnlyWrites(client);
      try (RespClient another = served.client()) {
        assertThat(another.call("ping")).isEqualTo("+PONG");
        assertThat(another.call("get", "k0")).isEqualTo(value(0));
      }
      Files.delete(served.file(directory.resolve("ballast")));
      awaitWritten(client, stored);
      assertThat(served.httpStatus("/readyz")).as(served.log()).isEqualTo(200);
      expect(client, stored + 1);
      assertThat(client.call("incr", "counter")).isEqualTo(":1");
      client.call("debug", "set-active-expire", "1");
      awaitExpired(client, 22);
      assertThat(served.terminate()).as(served.log()).isEqualTo(128 + 15);
    }
  }

  @Test
  void aFullDiskDoesNotKeepItFromEnding() throws Exception {
    try (Served served = serve()) {
      writeUntilRefused(served.client());
      assertThat(served.terminate()).as(served.log()).isEqualTo(128 + 15);
    }
  }

  private static void fillExpiring(RespClient client) throws IOException {
    for (int i = 0; i < 20; i++) {
      client.call("set", "expired" + i, "v", "px", "1");
    }
    client.call("hset", "expired-hash", "f", "v");
    client.call("pexpire", "expired-hash", "1");
    client.call("rpush", "expired-list", "v");
    client.call("pexpire", "expired-list", "1");
  }

  /** Nothing can be removed now, and that is no reason not to answer. */
  private static void expiredNamesAreGone(RespClient client) throws IOException {
    for (int round = 0; round < 2; round++) {
      assertThat(client.call("get", "expired0")).isEqualTo("null");
      assertThat(client.call("mget", "k0", "expired1")).isEqualTo("[" + value(0) + ", null]");
      assertThat(client.call("hgetall", "expired-hash")).isEqualTo("[]");
      assertThat(client.call("lrange", "expired-list", "0", "-1")).isEqualTo("[]");
      assertThat(client.call("exists", "expired2", "k0")).isEqualTo(":1");
      assertThat(client.call("randomkey")).startsWith("k");
      assertThat(client.call("dbsize")).startsWith(":");
      assertThat(client.call("info")).contains("# Keyspace");
      client.raw("multi\r\nget expired3\r\nexec\r\n");
      assertThat(client.read()).isEqualTo("+OK");
      assertThat(client.read()).isEqualTo("+QUEUED");
      assertThat(client.read()).isEqualTo("[null]");
    }
  }

  private static void refusesOnlyWrites(RespClient client) throws IOException {
    client.raw("ping\r\nset a 1\r\nget k0\r\ndel k0\r\nping\r\n");
    assertThat(client.read()).isEqualTo("+PONG");
    assertThat(client.read()).startsWith("-MISCONF the disk is full: the server rejects writes");
    assertThat(client.read()).isEqualTo(value(0));
    assertThat(client.read()).startsWith("-MISCONF the disk is full");
    assertThat(client.read()).isEqualTo("+PONG");
    client.raw("multi\r\nget k0\r\nset a 1\r\nexec\r\n");
    assertThat(client.read()).isEqualTo("+OK");
    assertThat(client.read()).isEqualTo("+QUEUED");
    assertThat(client.read()).startsWith("-MISCONF the disk is full");
    assertThat(client.read()).startsWith("-EXECABORT");
    client.raw("multi\r\nget k0\r\nexec\r\n");
    assertThat(client.read()).isEqualTo("+OK");
    assertThat(client.read()).isEqualTo("+QUEUED");
    assertThat(client.read()).isEqualTo("[" + value(0) + "]");
  }

  /** How many were acknowledged; the one after them was answered with an error. */
  private static int writeUntilRefused(RespClient client) throws IOException {
    for (int i = 0; i < 5000; i++) {
      String reply = client.call("set", "k" + i, value(i));
      if (!reply.equals("+OK")) {
        assertThat(reply).startsWith("-MISCONF the disk is full");
        return i;
      }
    }
    throw new AssertionError("the disk did not fill up");
  }

  private static void awaitWritten(RespClient client, int i) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    String reply = client.call("set", "k" + i, value(i));
    while (reply.startsWith("-MISCONF") && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      reply = client.call("set", "k" + i, value(i));
    }
    assertThat(reply).isEqualTo("+OK");
  }

  private static void awaitExpired(RespClient client, int count) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!client.call("info", "stats").contains("expired_keys:" + count + "\r\n")) {
      assertThat(System.nanoTime()).as("names that are due are removed").isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private static void expect(RespClient client, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      assertThat(client.call("get", "k" + i)).as("k" + i).isEqualTo(value(i));
    }
  }

  /** Hard to compress, the same each time. */
  private static String value(int i) {
    byte[] bytes = new byte[VALUE_BYTES];
    new Random(i).nextBytes(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
