package dev.keyfold.redis.command.connection;

import static dev.keyfold.redis.command.Category.CONNECTION;
import static dev.keyfold.redis.command.Flag.ADMIN;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.ClientLine;
import dev.keyfold.redis.client.Clients;
import dev.keyfold.redis.client.Loop;
import dev.keyfold.redis.client.ReplyMode;
import dev.keyfold.redis.client.Tracking;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.Handler;
import dev.keyfold.redis.command.HelpText;
import dev.keyfold.redis.dispatch.Blocking;
import dev.keyfold.redis.dispatch.Pause;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** CLIENT and its subcommands. */
public final class ClientCommands implements Family {
  private static final List<String> TYPES =
      List.of("normal", "master", "replica", "slave", "pubsub");
  private final Clients clients;
  private final InstantSource clock;
  private final Pause pause;
  private final Loop loop;
  private final Blocking blocking;
  private final TrackingCommands tracking;
  private final ClientKill kill;

  /** Manages these clients and the queues of their commands. */
  public ClientCommands(
      Clients clients,
      Users users,
      Tracking tracking,
      Blocking blocking,
      Pause pause,
      Loop loop,
      InstantSource clock) {
    this.clients = clients;
    this.clock = clock;
    this.pause = pause;
    this.loop = loop;
    this.blocking = blocking;
    this.tracking = new TrackingCommands(tracking, clients);
    this.kill = new ClientKill(clients, users);
  }

  @Override
  public String name() {
    return "connection";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    Command client =
        commands
            .add("client", -2)
            .since("2.4.0")
            .summary("Container for commands about client connections.");
    sub(
        client,
        "id",
        2,
        "Tells the number of the connection.",
        call -> call.reply().integer(call.client().id()));
    sub(client, "info", 2, "Describes the connection.", this::info);
    sub(client, "list", -2, "Describes all connections.", this::list, ADMIN);
    sub(client, "getname", 2, "Returns the name of the connection.", ClientCommands::getName);
    sub(client, "setname", 3, "Names the connection.", ClientCommands::setName);
    sub(
        client,
        "setinfo",
        4,
        "Sets name and version of the client library.",
        ClientCommands::setInfo);
    sub(client, "kill", -3, "Closes connections.", kill::run, ADMIN);
    sub(client, "pause", -3, "Pauses the commands of clients.", this::pause, ADMIN);
    sub(client, "unpause", 2, "Resumes paused clients.", this::unpause, ADMIN);
    sub(
        client,
        "unblock",
        -3,
        "Unblocks a client that waits in a blocking command.",
        this::unblock,
        ADMIN);
    sub(client, "reply", 3, "Turns replies on or off.", ClientCommands::reply);
    sub(
        client,
        "no-evict",
        3,
        "Keeps the connection when memory is short.",
        ClientCommands::noEvict,
        ADMIN);
    sub(
        client,
        "no-touch",
        3,
        "Turns the update of access times on or off.",
        ClientCommands::noTouch);
    sub(
        client,
        "getredir",
        2,
        "Returns the client that receives the invalidation messages.",
        TrackingCommands::redirection);
    sub(client, "tracking", -3, "Turns client-side caching on or off.", tracking::tracking);
    sub(
        client,
        "trackinginfo",
        2,
        "Returns the state of client-side caching.",
        TrackingCommands::info);
    sub(
        client,
        "caching",
        3,
        "Selects whether the next command's keys are tracked.",
        TrackingCommands::caching);
    HelpText.add(client, "5.0.0", CONNECTION);
  }

  private static void sub(
      Command client, String name, int arity, String summary, Handler handler, Flag... flags) {
    client
        .sub(name, arity)
        .flags(NOSCRIPT, LOADING, STALE)
        .flags(flags)
        .in(CONNECTION)
        .since("2.4.0")
        .summary(summary)
        .runs(handler);
  }

  private void info(Call call) {
    String line = ClientLine.of(call.client(), clock.millis());
    call.reply().verbatim("txt", line + "\n");
  }

  private void list(Call call) {
    List<Client> listed = new ArrayList<>(clients.all());
    if (call.count() == 4 && call.is(2, "type")) {
      String type = call.text(3).toLowerCase(Locale.ROOT);
      checkType(type, call.text(3));
      listed.removeIf(client -> !isType(client, type));
    } else if (call.count() > 3 && call.is(2, "id")) {
      listed.clear();
      for (int i = 3; i < call.count(); i++) {
        long id = call.integer(i, Long.MIN_VALUE, Long.MAX_VALUE, "Invalid client ID");
        Client found = clients.find(id);
        if (found != null) {
          listed.add(found);
        }
      }
    } else if (call.count() != 2) {
      throw CommandException.syntax();
    }
    long now = clock.millis();
    StringBuilder lines = new StringBuilder();
    listed.forEach(client -> lines.append(ClientLine.of(client, now)).append('\n'));
    call.reply().verbatim("txt", lines.toString());
  }

  static void checkType(String type, String given) {
    if (!TYPES.contains(type)) {
      throw CommandException.err("Unknown client type '" + given + "'");
    }
  }

  static boolean isType(Client client, String type) {
    return switch (type) {
      case "pubsub" -> !client.subscriptions().isEmpty();
      case "normal" -> client.subscriptions().isEmpty();
      default -> false;
    };
  }

  static void checkName(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < '!' || name.charAt(i) > '~') {
        throw CommandException.err(
            "Client names cannot contain spaces, newlines or special characters.");
      }
    }
  }

  private static void getName(Call call) {
    if (call.client().name().isEmpty()) {
      call.reply().nullBulk();
    } else {
      call.reply().bulk(call.client().name());
    }
  }

  private static void setName(Call call) {
    checkName(call.text(2));
    call.client().name(call.text(2));
    call.reply().ok();
  }

  private static void setInfo(Call call) {
    Client client = call.client();
    String option = call.text(2).toLowerCase(Locale.ROOT);
    String value = call.text(3);
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) < '!' || value.charAt(i) > '~') {
        throw CommandException.err(
            option + " cannot contain spaces, newlines or special characters.");
      }
    }
    switch (option) {
      case "lib-name" -> client.library(client.library().named(value));
      case "lib-ver" -> client.library(client.library().ofVersion(value));
      default -> throw CommandException.err("Unrecognized option '" + call.text(2) + "'");
    }
    call.reply().ok();
  }

  private void pause(Call call) {
    boolean onlyWrites = false;
    if (call.count() == 4) {
      onlyWrites = call.is(3, "write");
      if (!onlyWrites && !call.is(3, "all")) {
        throw CommandException.err("CLIENT PAUSE mode must be WRITE or ALL");
      }
    } else if (call.count() > 4) {
      throw CommandException.syntax();
    }
    String otherwise = "timeout is not an integer or out of range";
    long millis = call.integer(2, Long.MIN_VALUE, Long.MAX_VALUE / 2, otherwise);
    if (millis < 0) {
      throw CommandException.err("timeout is negative");
    }
    pause.pause(millis, onlyWrites);
    call.reply().ok();
  }

  private void unpause(Call call) {
    call.reply().ok();
    // After this command: the commands that waited are not part of it.
    loop.execute(pause::end);
  }

  private void unblock(Call call) {
    boolean error = false;
    if (call.count() == 4) {
      error = call.is(3, "error");
      if (!error && !call.is(3, "timeout")) {
        throw CommandException.err("CLIENT UNBLOCK reason should be TIMEOUT or ERROR");
      }
    } else if (call.count() > 4) {
      throw CommandException.syntax();
    }
    Client other = clients.find(call.integer(2));
    if (other == null || !other.isBlocked()) {
      call.reply().integer(0);
      return;
    }
    blocking.giveUp(
        other, error ? out -> out.error("UNBLOCKED client unblocked via CLIENT UNBLOCK") : null);
    call.reply().integer(1);
  }

  private static void reply(Call call) {
    ReplyMode replies = call.client().replies();
    if (call.is(2, "on")) {
      replies.on();
      call.reply().ok();
    } else if (call.is(2, "off")) {
      replies.off();
    } else if (call.is(2, "skip")) {
      replies.skip();
    } else {
      throw CommandException.syntax();
    }
  }

  private static boolean onOrOff(Call call) {
    if (call.is(2, "on")) {
      return true;
    }
    if (call.is(2, "off")) {
      return false;
    }
    throw CommandException.syntax();
  }

  private static void noEvict(Call call) {
    call.client().noEvict(onOrOff(call));
    call.reply().ok();
  }

  private static void noTouch(Call call) {
    call.client().noTouch(onOrOff(call));
    call.reply().ok();
  }
}
