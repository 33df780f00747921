package dev.keyfold.redis.command.connection;

import static dev.keyfold.redis.command.Category.CONNECTION;
import static dev.keyfold.redis.command.Flag.ALLOW_BUSY;
import static dev.keyfold.redis.command.Flag.FAST;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.NO_AUTH;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.auth.User;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.ClientLifecycle;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.dispatch.Logins;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Config;
import org.jspecify.annotations.Nullable;

/** PING, ECHO, HELLO, AUTH, SELECT, RESET and QUIT. */
public final class ConnectionFamily implements Family {
  private final Users users;
  private final Logins logins;
  private final ClientLifecycle lifecycle;
  private final Config config;

  /** For users of that server. */
  public ConnectionFamily(Users users, Logins logins, ClientLifecycle lifecycle, Config config) {
    this.users = users;
    this.logins = logins;
    this.lifecycle = lifecycle;
    this.config = config;
  }

  @Override
  public String name() {
    return "connection";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    commands
        .add("ping", -1)
        .flags(FAST)
        .in(CONNECTION)
        .summary("Returns PONG, or its argument.")
        .runs(ConnectionFamily::ping);
    commands
        .add("echo", 2)
        .flags(LOADING, STALE, FAST)
        .in(CONNECTION)
        .summary("Returns its argument.")
        .runs(call -> call.reply().bulk(call.arg(1)));
    commands
        .add("hello", -1)
        .flags(NOSCRIPT, LOADING, STALE, FAST, NO_AUTH, ALLOW_BUSY)
        .in(CONNECTION)
        .since("6.0.0")
        .summary("Chooses the protocol version, and logs in if asked to.")
        .runs(this::hello);
    commands
        .add("auth", -2)
        .flags(NOSCRIPT, LOADING, STALE, FAST, NO_AUTH, ALLOW_BUSY)
        .in(CONNECTION)
        .summary("Logs in.")
        .runs(this::auth);
    commands
        .add("select", 2)
        .flags(LOADING, STALE, FAST)
        .in(CONNECTION)
        .summary("Chooses the database.")
        .runs(this::select);
    commands
        .add("reset", 1)
        .flags(NOSCRIPT, LOADING, STALE, FAST, NO_AUTH, ALLOW_BUSY)
        .in(CONNECTION)
        .since("6.2.0")
        .summary("Resets the state of the connection.")
        .runs(this::reset);
    commands
        .add("quit", -1)
        .flags(NOSCRIPT, LOADING, STALE, FAST, NO_AUTH, ALLOW_BUSY)
        .in(CONNECTION)
        .summary("Closes the connection.")
        .runs(
            call -> {
              call.reply().ok();
              call.client().close();
            });
  }

  private static void ping(Call call) {
    if (call.count() > 2) {
      throw CommandException.arguments("ping");
    }
    ReplyWriter reply = call.reply();
    if (!call.client().subscriptions().isEmpty() && reply.protocol() == 2) {
      reply.array(2);
      reply.bulk("pong");
      reply.bulk(call.count() == 2 ? call.arg(1) : new byte[0]);
    } else if (call.count() == 2) {
      reply.bulk(call.arg(1));
    } else {
      reply.simple("PONG");
    }
  }

  private void hello(Call call) {
    Client client = call.client();
    int version = client.reply().protocol();
    if (call.count() > 1) {
      String unsupported = "unsupported protocol version";
      long wanted =
          call.integer(
              1,
              Long.MIN_VALUE,
              Long.MAX_VALUE,
              "Protocol version is not an integer or out of range");
      if (wanted < 2 || wanted > 3) {
        throw new CommandException("NOPROTO " + unsupported);
      }
      version = (int) wanted;
    }
    int userAt = 0;
    int nameAt = 0;
    for (int i = 2; i < call.count(); ) {
      if (call.is(i, "auth") && i + 2 < call.count()) {
        call.redact(i + 1);
        call.redact(i + 2);
        userAt = i + 1;
        i += 3;
      } else if (call.is(i, "setname") && i + 1 < call.count()) {
        nameAt = i + 1;
        i += 2;
      } else {
        throw CommandException.err("Syntax error in HELLO option '" + call.text(i) + "'");
      }
    }
    int proto = version;
    String clientName = nameAt > 0 ? call.text(nameAt) : null;
    if (userAt > 0) {
      logins.logIn(
          call,
          call.text(userAt),
          call.text(userAt + 1),
          reply -> greet(client, proto, clientName));
      return;
    }
    if (!client.isAuthenticated()) {
      throw new CommandException(
          "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO"
              + " <proto> AUTH <user> <pass> option can be used to authenticate the client and"
              + " select the RESP protocol version at the same time");
    }
    greet(client, proto, clientName);
  }

  private static void greet(Client client, int version, @Nullable String name) {
    if (name != null) {
      ClientCommands.checkName(name);
      client.name(name);
    }
    client.reply().protocol(version);
    ReplyWriter reply = client.reply();
    reply.map(7);
    reply.bulk("server");
    reply.bulk("redis");
    reply.bulk("version");
    reply.bulk(CommandTable.REDIS_VERSION);
    reply.bulk("proto");
    reply.integer(version);
    reply.bulk("id");
    reply.integer(client.id());
    reply.bulk("mode");
    reply.bulk("standalone");
    reply.bulk("role");
    reply.bulk("master");
    reply.bulk("modules");
    reply.array(0);
  }

  private void auth(Call call) {
    for (int i = 1; i < call.count(); i++) {
      call.redact(i);
    }
    if (call.count() > 3) {
      throw CommandException.syntax();
    }
    User byDefault = users.defaultUser();
    if (call.count() == 2 && byDefault.hasNoPassword()) {
      throw CommandException.err(
          "AUTH <password> called without any password configured for the default user. Are you"
              + " sure your configuration is correct?");
    }
    String user = call.count() == 3 ? call.text(1) : byDefault.name();
    logins.logIn(call, user, call.text(call.count() - 1), ReplyWriter::ok);
  }

  private void select(Call call) {
    long last = config.integer("databases") - 1;
    int number = call.int32(1);
    if (number < 0 || number > last) {
      throw CommandException.err("DB index is out of range");
    }
    call.client().select(number);
    call.reply().ok();
  }

  private void reset(Call call) {
    Client client = call.client();
    lifecycle.reset(client);
    client.name("");
    client.unauthenticate(users.defaultUser());
    client.reply().raw(ByteKey.of("+RESET\r\n"));
  }
}
