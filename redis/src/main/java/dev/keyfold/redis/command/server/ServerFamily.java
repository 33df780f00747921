package dev.keyfold.redis.command.server;

import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Family;

/** CONFIG, INFO, COMMAND, FLUSHALL and the like; each group is a class of its own. */
public final class ServerFamily implements Family {
  @Override
  public String name() {
    return "server";
  }

  @Override
  public void register(CommandTable.Registry commands) {
    ConfigCommands.register(commands);
    InfoCommand.register(commands);
    CommandCommand.register(commands);
    DatabaseCommands.register(commands);
    LogCommands.register(commands);
    MemoryCommands.register(commands);
    DebugCommands.register(commands);
    PersistenceCommands.register(commands);
  }
}
