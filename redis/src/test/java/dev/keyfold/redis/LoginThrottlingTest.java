package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Guessing passwords is slow, and slow for the guesser only. */
class LoginThrottlingTest extends ServerTesting {
  private static final String WRONG =
      "-WRONGPASS invalid username-password pair or user is disabled.";

  private RespClient admin() throws IOException {
    RespClient admin = client();
    for (String user : new String[] {"ann", "bob"}) {
      assertThat(admin.call("acl", "setuser", user, "on", ">right", "+@all", "~*"))
          .isEqualTo("+OK");
    }
    return admin;
  }

  private static void guess(RespClient client, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      client.send("auth", "ann", "wrong " + i);
    }
  }

  /** Three guesses are free; those after the fourth wait for 50, 100, 200 and 400 ms. */
  @Test
  void guessesOnOneConnectionAreSpaced() throws IOException {
    RespClient admin = admin();
    RespClient guesser = client();
    long start = System.nanoTime();
    guess(guesser, 8);
    guesser.send("auth", "bob", "right");
    for (int i = 0; i < 4; i++) {
      assertThat(guesser.read()).isEqualTo(WRONG);
    }
    boolean waits = false;
    while (!waits && !admin.call("info", "stats").contains("acl_access_denied_auth:8")) {
      waits = admin.call("info", "clients").contains("blocked_clients:1\r\n");
    }
    assertThat(waits).as("others are answered meanwhile").isTrue();
    assertThat(client().call("auth", "bob", "right")).isEqualTo("+OK");
    for (int i = 4; i < 8; i++) {
      assertThat(guesser.read()).isEqualTo(WRONG);
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertThat(millis).isGreaterThanOrEqualTo(740);
    assertThat(guesser.read()).as("replies keep their order").isEqualTo("+OK");
    assertThat(admin.call("info", "stats")).contains("acl_access_denied_auth:8");
  }

  /**
   * Each of them takes its turn, and beyond five seconds of turns nobody waits: ten fill those, and
   * in each second there is room for another one.
   */
  @Test
  void manyConnectionsGuessNoFaster() throws IOException {
    RespClient admin = admin();
    long start = System.nanoTime();
    guess(client(), 7);
    List<RespClient> guessers = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      RespClient guesser = client();
      guesser.send("hello", "3", "auth", "ann", "wrong");
      guessers.add(guesser);
    }
    int taken = 0;
    for (RespClient guesser : guessers.subList(40, 60)) {
      String reply = guesser.read();
      if (!reply.startsWith("-ERR too many wrong passwords came from this address")) {
        assertThat(reply).isEqualTo(WRONG);
        taken++;
      }
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    assertThat((long) taken).isLessThanOrEqualTo(seconds + 1);
    assertThat(guessers.get(0).read()).isEqualTo(WRONG);
    assertThat(admin.call("ping")).isEqualTo("+PONG");
  }

  @Test
  void neitherATransactionNorUnblockingIsAWayAround() throws IOException {
    RespClient admin = admin();
    RespClient guesser = client();
    String id = guesser.call("client", "id").substring(1);
    guess(guesser, 6);
    for (int i = 0; i < 6; i++) {
      assertThat(guesser.read()).isEqualTo(WRONG);
    }
    for (int i = 0; i < 2; i++) {
      // With their turns before it, there are seconds to see the guesser wait.
      RespClient before = client();
      before.raw("ping\r\nauth ann wrong\r\n");
      assertThat(before.read()).as("and the other command has run too").isEqualTo("+PONG");
    }
    guesser.call("multi");
    guesser.call("auth", "ann", "right");
    assertThat(guesser.call("exec")).startsWith("[-ERR too many wrong passwords");
    guesser.send("auth", "ann", "right");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (admin.call("client", "unblock", id).equals(":0")) {
      assertThat(System.nanoTime() - end).as("never waits").isNegative();
    }
    assertThat(guesser.read()).startsWith("-ERR too many wrong passwords");
    assertThat(guesser.call("acl", "whoami")).isEqualTo("default");
    String reply = guesser.call("auth", "ann", "right");
    while (reply.startsWith("-ERR too many") && System.nanoTime() - end < 0) {
      reply = guesser.call("auth", "ann", "right");
    }
    assertThat(reply).isEqualTo("+OK");
  }
}
