package dev.keyfold.redis.command;

/**
 * A group of commands that belong together. Families whose commands need only their {@link Call}
 * are found through {@link java.util.ServiceLoader}, so that one more is a package and a line under
 * {@code META-INF/services}; those that need parts of the server get them in their constructor,
 * where the server is put together.
 */
public interface Family {
  /** The group's name in COMMAND DOCS, such as {@code string}. */
  String name();

  /** Adds the commands. Called once for each server. */
  void register(CommandTable.Registry commands);
}
