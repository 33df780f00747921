package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Category.CONNECTION;
import static dev.keyfold.redis.command.Flag.LOADING;
import static dev.keyfold.redis.command.Flag.STALE;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandReply;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;
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

/** COMMAND: lists and describes the commands. */
public final class CommandCommand implements Family {
  private final CommandTable table;

  /** Describes these commands. */
  public CommandCommand(CommandTable table) {
    this.table = table;
  }

  @Override
  public String name() {
    return "server";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    Command command =
        commands
            .add("command", -1)
            .flags(LOADING, STALE)
            .in(CONNECTION)
            .since("2.8.13")
            .summary("Describes all commands.")
            .runs(this::all);
    sub(
        command,
        "count",
        2,
        "Counts the commands.",
        c -> c.reply().integer(table.commands().size()));
    sub(command, "info", -2, "Describes some commands.", this::info);
    sub(command, "docs", -2, "Documents commands.", this::docs);
    sub(command, "list", -2, "Lists the names of commands.", this::list);
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

  private void all(Call call) {
    if (call.count() > 1) {
      throw CommandException.err("unknown subcommand '" + call.text(1) + "'. Try COMMAND HELP.");
    }
    Collection<Command> all = table.commands();
    call.reply().array(all.size());
    all.forEach(command -> CommandReply.info(call.reply(), command));
  }

  private void info(Call call) {
    if (call.count() == 2) {
      Collection<Command> all = table.commands();
      call.reply().array(all.size());
      all.forEach(command -> CommandReply.info(call.reply(), command));
      return;
    }
    call.reply().array(call.count() - 2L);
    for (int i = 2; i < call.count(); i++) {
      Command command = table.find(call.text(i));
      if (command == null) {
        call.reply().nullBulk();
      } else {
        CommandReply.info(call.reply(), command);
      }
    }
  }

  private void docs(Call call) {
    List<Command> found = new ArrayList<>();
    if (call.count() == 2) {
      found.addAll(table.commands());
    }
    for (int i = 2; i < call.count(); i++) {
      Command command = table.find(call.text(i));
      if (command != null) {
        found.add(command);
      }
    }
    call.reply().map(found.size());
    found.forEach(command -> CommandReply.docs(call.reply(), command));
  }

  private void list(Call call) {
    List<Command> found = new ArrayList<>(table.all());
    if (call.count() == 5 && call.is(2, "filterby")) {
      String value = call.text(4);
      switch (call.text(3).toLowerCase(Locale.ROOT)) {
        case "module" -> found.clear();
        case "aclcat" ->
            found.removeIf(
                command ->
                    command.categories().stream()
                        .noneMatch(category -> category.wireName().equalsIgnoreCase(value)));
        case "pattern" ->
            found.removeIf(
                command -> !Glob.matches(call.arg(4), ByteKey.of(command.fullName()), true));
        default -> throw CommandException.syntax();
      }
    } else if (call.count() != 2) {
      throw CommandException.syntax();
    }
    call.reply().set(found.size());
    found.forEach(command -> call.reply().bulk(command.fullName()));
  }

  private void getKeys(Call call, boolean withFlags) {
    byte[][] arguments = Arrays.copyOfRange(call.args(), 2, call.count());
    Command command;
    try {
      command = table.resolve(arguments);
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
