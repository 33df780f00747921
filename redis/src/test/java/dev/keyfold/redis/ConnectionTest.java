package dev.keyfold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.port.InsecureBindException;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.redis.testing.ServerTesting;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.testkit.RespClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What only shows over a connection: order, limits, who may connect. */
class ConnectionTest extends ServerTesting {
  @Test
  void pipelinedCommandsAreAnsweredInOrder() throws IOException {
    RespClient client = client();
    StringBuilder wire = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      wire.append(RespClient.encode("test.set", "k" + i % 100, "v" + i));
      wire.append(RespClient.encode("test.get", "k" + i % 100));
    }
    Thread sender = new Thread(() -> sendAll(client, wire.toString()));
    sender.start();
    for (int i = 0; i < 10_000; i++) {
      assertThat(client.read()).isEqualTo("+OK");
      assertThat(client.read()).isEqualTo("v" + i);
    }
  }

  private static void sendAll(RespClient client, String wire) {
    try {
      client.raw(wire);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A client that asks for far more than it reads must not fill the server's memory. */
  @Test
  void aClientThatDoesNotReadIsNotReadFrom() throws Exception {
    RespClient greedy = client();
    int replies = 4000;
    String command = RespClient.encode("test.fill", "100000");
    Thread sender = new Thread(() -> sendAll(greedy, command.repeat(replies)));
    sender.start();
    RespClient other = client();
    long most = 0;
    for (int i = 0; i < 50 || (most == 0 && i < 2_000); i++) {
      Thread.sleep(10);
      String list = other.call("client", "list");
      String line = list.lines().filter(l -> l.contains("cmd=test.fill")).findFirst().orElse("");
      if (!line.isEmpty()) {
        most = Math.max(most, Long.parseLong(line.replaceAll(".*tot-mem=([0-9]+).*", "$1")));
      }
    }
    assertThat(most).isBetween(1L, 16L << 20);
    for (int i = 0; i < replies; i++) {
      assertThat(greedy.read()).hasSize(100_000);
    }
    sender.join();
  }

  @Test
  void unknownCommandsAndWrongArguments() throws IOException {
    RespClient client = client();
    assertThat(client.call("nonsense", "a", "b"))
        .isEqualTo("-ERR unknown command 'nonsense', with args beginning with: 'a' 'b' ");
    assertThat(client.call("test.get"))
        .isEqualTo("-ERR wrong number of arguments for 'test.get' command");
    assertThat(client.call("client", "nonsense"))
        .isEqualTo("-ERR unknown subcommand 'nonsense'. Try CLIENT HELP.");
    assertThat(client.call("client", "setname"))
        .isEqualTo("-ERR wrong number of arguments for 'client|setname' command");
    assertThat(client.call("test.push", "list", "a")).isEqualTo(":1");
    assertThat(client.call("test.get", "list"))
        .isEqualTo("-WRONGTYPE Operation against a key holding the wrong kind of value");
    assertThat(client.call("test.fail", "k"))
        .isEqualTo("-ERR internal error: java.lang.IllegalStateException: on purpose");
    assertThat(client.call("ping")).isEqualTo("+PONG");
  }

  @Test
  void protocolErrorsEndTheConnection() throws IOException {
    RespClient client = client();
    client.raw("*1\r\nfoo\r\n");
    assertThat(client.read()).isEqualTo("-ERR Protocol error: expected '$', got 'f'");
    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void quitRunsNothingBehindIt() throws IOException {
    RespClient client = client();
    client.raw("quit\r\ntest.set a b\r\n");
    assertThat(client.read()).isEqualTo("+OK");
    assertThat(client.isClosed()).isTrue();
    assertThat(client().call("test.get", "a")).isEqualTo("null");
  }

  @Test
  void protocolVersions() throws IOException {
    RespClient client = client();
    assertThat(client.call("hello"))
        .startsWith("[server, redis, version, 7.0.15, proto, :2, id, :");
    assertThat(client.call("hello", "3"))
        .startsWith("{server, redis, version, 7.0.15, proto, :3, id, :")
        .endsWith(", mode, standalone, role, master, modules, []}");
    assertThat(client.call("hello", "4")).isEqualTo("-NOPROTO unsupported protocol version");
    assertThat(client.call("hello", "x"))
        .isEqualTo("-ERR Protocol version is not an integer or out of range");
    assertThat(client.call("reset")).isEqualTo("+RESET");
    assertThat(client.call("test.get", "none")).isEqualTo("null");
  }

  @Test
  void thereMayBeAsManyClientsAsTheLimit() throws Exception {
    RedisServer server = start(options().withConfig("maxclients", "2"));
    RespClient first = client(server);
    RespClient second = client(server);
    assertThat(first.call("ping")).isEqualTo("+PONG");
    assertThat(second.call("ping")).isEqualTo("+PONG");
    RespClient third = client(server);
    assertThat(third.read()).isEqualTo("-ERR max number of clients reached");
    assertThat(third.isClosed()).isTrue();
    second.close();
    for (int i = 0;
        i < 2_000
            && !first.call("client", "list").lines().allMatch(l -> l.contains("cmd=client|list"));
        i++) {
      Thread.sleep(10);
    }
    assertThat(client(server).call("ping")).isEqualTo("+PONG");
  }

  @Test
  void anArgumentMayBeAsLongAsConfigured() throws IOException {
    RespClient client = client();
    assertThat(client.call("config", "set", "proto-max-bulk-len", "1048576")).isEqualTo("+OK");
    assertThat(client.call("echo", "x".repeat(1 << 20))).hasSize(1 << 20);
    client.raw("*2\r\n$4\r\necho\r\n$1048577\r\n");
    assertThat(client.read()).isEqualTo("-ERR Protocol error: invalid bulk length");
  }

  @Test
  void thereMayBeAsManyArgumentsAsConfigured() throws IOException {
    RespClient client = client();
    assertThat(client.call("config", "set", "proto-max-multibulk-len", "1024")).isEqualTo("+OK");
    List<String> words = new ArrayList<>(List.of("pubsub", "numsub"));
    while (words.size() < 1024) {
      words.add("c");
    }
    assertThat(client.call(words.toArray(String[]::new))).startsWith("[c, :0, c, :0");
    client.raw("*1025\r\n");
    assertThat(client.read()).isEqualTo("-ERR Protocol error: invalid multibulk length");
  }

  @Test
  void unfinishedCommandsHaveALimit() throws IOException {
    RespClient client = client();
    assertThat(client.call("config", "set", "client-query-buffer-limit", "1mb")).isEqualTo("+OK");
    RespClient big = client();
    big.raw("*2\r\n$4\r\necho\r\n$2000000\r\n" + "x".repeat(1_000_000));
    assertThat(client.call("ping")).isEqualTo("+PONG");
    sendQuietly(big, "x".repeat(100_000));
    assertThat(big.isClosed()).isTrue();
  }

  private static void sendQuietly(RespClient client, String bytes) {
    try {
      client.raw(bytes);
    } catch (IOException closed) {
      // that is what the test waits for
    }
  }

  @Test
  void listenersThatDoNotReadAreClosed() throws Exception {
    RespClient publisher = client();
    publisher.call("config", "set", "client-output-buffer-limit", "pubsub 1mb 0 0");
    RespClient listener = client();
    listener.call("subscribe", "c");
    String message = "x".repeat(100_000);
    int heard = 1;
    for (int i = 0; i < 2000 && heard > 0; i++) {
      heard = Integer.parseInt(publisher.call("publish", "c", message).substring(1));
    }
    assertThat(heard).isZero();
    assertThat(publisher.call("info", "stats"))
        .contains("client_output_buffer_limit_disconnections:1");
  }

  @Test
  void thereAreAsManyDatabasesAsAreAskedFor() throws Exception {
    RespClient client = client(start(options().withConfig("databases", "32")));
    assertThat(client.call("select", "31")).isEqualTo("+OK");
    assertThat(client.call("test.set", "a", "1")).isEqualTo("+OK");
    assertThat(client.call("flushall")).isEqualTo("+OK");
    assertThat(client.call("dbsize")).isEqualTo(":0");
    assertThat(client.call("select", "32")).isEqualTo("-ERR DB index is out of range");
  }

  @Test
  void idleClientsAreClosed() throws Exception {
    RedisServer server = start(options().withConfig("timeout", "1"));
    RespClient idle = client(server);
    RespClient listener = client(server);
    assertThat(listener.call("subscribe", "c")).isEqualTo("[subscribe, c, :1]");
    assertThat(idle.call("ping")).isEqualTo("+PONG");
    assertThat(idle.isClosed()).isTrue();
    assertThat(client(server).call("publish", "c", "m")).isEqualTo(":1");
    assertThat(listener.read()).isEqualTo("[message, c, m]");
  }

  @Test
  void addressesThatOthersReachNeedAPassword() throws IOException {
    ServerOptions everywhere = options().withBind("0.0.0.0");
    try (Store store = Stores.open("memory:")) {
      assertThatThrownBy(() -> RedisServer.start(store, everywhere))
          .isInstanceOf(InsecureBindException.class)
          .hasMessageContaining("0.0.0.0")
          .hasMessageContaining("without a password");
    }
    RedisServer insecure = start(everywhere.withInsecureBind(true));
    assertThat(client(insecure).call("ping")).isEqualTo("+PONG");
    RedisServer secret = start(everywhere.withPassword("s3cret"));
    assertThat(client(secret).call("ping")).isEqualTo("-NOAUTH Authentication required.");
  }

  @Test
  void passwords() throws IOException {
    RedisServer server = start(options().withPassword("s3cret"));
    RespClient client = client(server);
    assertThat(client.call("test.get", "a")).isEqualTo("-NOAUTH Authentication required.");
    assertThat(client.call("auth", "wrong"))
        .isEqualTo("-WRONGPASS invalid username-password pair or user is disabled.");
    assertThat(client.call("auth", "s3cret")).isEqualTo("+OK");
    assertThat(client.call("ping")).isEqualTo("+PONG");
    RespClient other = client(server);
    assertThat(other.call("hello", "3", "auth", "default", "s3cret")).startsWith("{server");
    RespClient stranger = client(server);
    stranger.raw("*11\r\n");
    assertThat(stranger.read()).isEqualTo("-ERR Protocol error: unauthenticated multibulk length");
  }

  @Test
  void aPortInUseIsSaid() throws IOException {
    int port = server().port();
    try (Store store = Stores.open("memory:")) {
      assertThatThrownBy(() -> RedisServer.start(store, options().withPort(port)))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "cannot listen on 127.0.0.1 port "
                  + port
                  + " for Redis clients: another process listens there");
    }
  }
}
