package dev.keyfold.redis.command;

/**
 * A group of commands that belong together. The server finds families through {@link
 * java.util.ServiceLoader}, so that one more is a package and a line under {@code
 * META-INF/services}.
 */
public interface Family {
  /** The group's name in COMMAND DOCS, such as {@code string}. */
  String name();

  /** Adds the commands. Called once for each server. */
  void register(CommandTable.Registry commands);
}
