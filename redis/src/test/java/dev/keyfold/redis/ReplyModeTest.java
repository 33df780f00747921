package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** CLIENT REPLY, where a command's reply does not come right after the command. */
class ReplyModeTest extends ServerTesting {
  /** All that is answered, as Redis 7.0 does; lines end with a space here. */
  private String replies(String commands) throws IOException {
    try (RespClient client = client()) {
      for (String command : commands.split("; ", -1)) {
        client.send(command.split(" "));
      }
      client.send("quit");
      return client.readToEnd().replace("\r\n", " ");
    }
  }

  @Test
  void eachCommandOfATransactionIsJudgedOnItsOwn() throws IOException {
    String queued = "+OK +QUEUED +QUEUED +QUEUED +QUEUED ";
    assertThat(replies("multi; client reply off; set a b; client reply on; set a c; exec; echo x"))
        .isEqualTo(queued + "*4 +OK +OK $1 x +OK ");
    assertThat(replies("multi; set a b; client reply off; set a b; client reply on; exec; echo x"))
        .isEqualTo(queued + "*4 +OK +OK $1 x +OK ");
    assertThat(replies("multi; client reply off; set a b; exec; ping; client reply on; echo x"))
        .isEqualTo("+OK +QUEUED +QUEUED *2 +OK $1 x +OK ");
    assertThat(replies("client reply off; multi; set a b; client reply on; set a c; exec; echo x"))
        .isEqualTo("+OK +OK $1 x +OK ");
  }

  @Test
  void aSkipWithinATransactionIsForTheCommandAfterIt() throws IOException {
    assertThat(replies("multi; set a b; client reply skip; set a b; exec; ping; echo x"))
        .isEqualTo("+OK +QUEUED +QUEUED +QUEUED *3 +OK +OK $1 x +OK ");
    assertThat(replies("multi; client reply skip; client reply on; exec; ping; echo x"))
        .isEqualTo("+OK +QUEUED +QUEUED *2 +OK $1 x +OK ");
    assertThat(replies("client reply skip; multi; set a b; exec; echo x"))
        .isEqualTo("+QUEUED *1 +OK $1 x +OK ");
  }

  /** The header of its array was wanted, the error is not: no part of it may remain. */
  @Test
  void aTransactionThatIsAbortedLeavesNoPartOfItsReply() throws IOException {
    RedisServer small = start(options().withConfig("maxmemory-clients", "1mb"));
    try (RespClient client = client(small)) {
      for (String command :
          "multi; client reply off; test.fill 2000000; exec; ping; client reply on"
              .split("; ", -1)) {
        client.send(command.split(" "));
      }
      client.send("quit");
      assertThat(client.readToEnd()).isEqualTo("+OK\r\n+QUEUED\r\n+QUEUED\r\n+OK\r\n+OK\r\n");
    }
  }

  @Test
  void aLoginThatHasToWaitKeepsToIt() throws IOException {
    client().call("acl", "setuser", "ann", "on", ">right", "+@all");
    String wrong = "auth ann wrong; ".repeat(6);
    assertThat(replies("client reply off; " + wrong + "auth ann right; client reply on; echo x"))
        .isEqualTo("+OK $1 x +OK ");
    assertThat(
            replies(
                "client reply off; "
                    + wrong
                    + "client reply on; client reply skip; "
                    + "auth ann right; acl whoami"))
        .isEqualTo("+OK $3 ann +OK ");
    assertThat(
            replies(
                "client reply off; "
                    + wrong
                    + "client reply on; client reply skip; "
                    + "auth ann wrong; acl whoami"))
        .isEqualTo("+OK $7 default +OK ");
  }
}
