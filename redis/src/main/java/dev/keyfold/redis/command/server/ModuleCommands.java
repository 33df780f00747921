package dev.keyfold.redis.command.server;

import static dev.keyfold.redis.command.Flag.ADMIN;
import static dev.keyfold.redis.command.Flag.NOSCRIPT;
import static dev.keyfold.redis.command.Flag.NO_ASYNC_LOADING;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandException;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.HelpText;

/** MODULE: tools ask for the list, which is empty, as modules of Redis cannot run here. */
final class ModuleCommands {
  private ModuleCommands() {}

  static void register(CommandTable.Registry commands) {
    Command module =
        commands
            .add("module", -2)
            .since("4.0.0")
            .summary("Container for module commands; Keyfold has no modules.");
    module
        .sub("list", 2)
        .flags(ADMIN, NOSCRIPT)
        .tips("nondeterministic_output_order")
        .since("4.0.0")
        .summary("Returns an empty list: Keyfold loads no modules.")
        .runs(call -> call.reply().array(0));
    refused(module, "load", -3, "4.0.0");
    refused(module, "loadex", -3, "7.0.0");
    refused(module, "unload", 3, "4.0.0");
    HelpText.add(module, "5.0.0");
  }

  private static void refused(Command module, String name, int arity, String since) {
    module
        .sub(name, arity)
        .flags(ADMIN, NOSCRIPT, NO_ASYNC_LOADING)
        .since(since)
        .summary("Rejected: Keyfold cannot load Redis modules.")
        .runs(ModuleCommands::refuse);
  }

  private static void refuse(Call call) {
    throw CommandException.err(
        "this server does not support Redis modules; to add commands, put a jar with a command"
            + " family on its class path");
  }
}
