package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Category.CONNECTION;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandReply;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Handler;
import dev.keyfold.redis.command.HelpText;
import dev.keyfold.redis.command.KeySpec;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Glob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** COMMAND: what commands there are. */
final class CommandCommand {
  private CommandCommand() {}

  static void register(CommandTable.Registry commands) {
    Command command =
        commands
            .add("command", -1)
            .flags(LOADING, STALE)
            .in(CONNECTION)
            .since("2.8.13")
            .summary("Describes all commands.")
            .runs(CommandCommand::all);
    sub(
        command,
        "count",
        2,
        "Counts the commands.",
        c -> c.reply().integer(c.server().commands().commands().size()));
    sub(command, "info", -2, "Describes some commands.", CommandCommand::info);
    sub(command, "docs", -2, "Documents commands.", CommandCommand::docs);
    sub(command, "list", -2, "Lists the names of commands.", CommandCommand::list);
    sub(command, "getkeys", -4, "Extracts the key names of a command.", c -> getKeys(c, false));
    sub(
        command,
        "getkeysandflags",
        -4,
        "Extracts the key names of a command and how it accesses them.",
        c -> getKeys(c, true));
    HelpText.add(command, "5.0.0", CONNECTION);
  }

  private static void sub(Command command, String name, int arity, String text, Handler handler) {
    command
        .sub(name, arity)
        .flags(LOADING, STALE)
        .in(CONNECTION)
        .since("2.8.13")
        .summary(text)
        .runs(handler);
  }

  private static void all(Call call) {
    if (call.count() > 1) {
      throw CommandException.err("unknown subcommand '" + call.text(1) + "'. Try COMMAND HELP.");
    }
    Collection<Command> commands = call.server().commands().commands();
    call.reply().array(commands.size());
    commands.forEach(command -> CommandReply.info(call.reply(), command));
  }

  private static void info(Call call) {
    if (call.count() == 2) {
      Collection<Command> commands = call.server().commands().commands();
      call.reply().array(commands.size());
      commands.forEach(command -> CommandReply.info(call.reply(), command));
      return;
    }
    call.reply().array(call.count() - 2L);
    for (int i = 2; i < call.count(); i++) {
      Command command = call.server().commands().find(call.text(i));
      if (command == null) {
        call.reply().nullBulk();
      } else {
        CommandReply.info(call.reply(), command);
      }
    }
  }

  private static void docs(Call call) {
    List<Command> commands = new ArrayList<>();
    if (call.count() == 2) {
      commands.addAll(call.server().commands().commands());
    }
    for (int i = 2; i < call.count(); i++) {
      Command command = call.server().commands().find(call.text(i));
      if (command != null) {
        commands.add(command);
      }
    }
    call.reply().map(commands.size());
    commands.forEach(command -> CommandReply.docs(call.reply(), command));
  }

  private static void list(Call call) {
    List<Command> commands = new ArrayList<>(call.server().commands().all());
    if (call.count() == 5 && call.is(2, "filterby")) {
      String value = call.text(4);
      switch (call.text(3).toLowerCase(Locale.ROOT)) {
        case "module" -> commands.clear();
        case "aclcat" ->
            commands.removeIf(
                command ->
                    command.categories().stream()
                        .noneMatch(category -> category.wireName().equalsIgnoreCase(value)));
        case "pattern" ->
            commands.removeIf(
                command -> !Glob.matches(call.arg(4), ByteKey.of(command.fullName()), true));
        default -> throw CommandException.syntax();
      }
    } else if (call.count() != 2) {
      throw CommandException.syntax();
    }
    call.reply().set(commands.size());
    commands.forEach(command -> call.reply().bulk(command.fullName()));
  }

  private static void getKeys(Call call, boolean withFlags) {
    byte[][] arguments = Arrays.copyOfRange(call.args(), 2, call.count());
    Command command;
    try {
      command = call.server().dispatcher().find(arguments);
    } catch (CommandException e) {
      throw CommandException.err("Invalid command specified");
    }
    if (!command.hasKeys()) {
      throw CommandException.err("The command has no key arguments");
    }
    if (!command.accepts(arguments.length)) {
      throw CommandException.err("Invalid number of arguments specified for command");
    }
    List<KeySpec.Key> keys = command.findKeys(arguments);
    if (keys.isEmpty() && !command.is(dev.keyfold.redis.command.Flag.NO_MANDATORY_KEYS)) {
      throw CommandException.err("Invalid arguments specified for command");
    }
    ReplyWriter reply = call.reply();
    reply.array(keys.size());
    for (KeySpec.Key key : keys) {
      if (withFlags) {
        reply.array(2);
      }
      reply.bulk(arguments[key.position()]);
      if (withFlags) {
        CommandReply.flags(reply, key.spec());
      }
    }
  }
}
