package dev.keyfold.redis.command;

/**
 * A group of related commands. Families whose commands need only their {@link Call} are loaded with
 * {@link java.util.ServiceLoader}, so adding one takes a package and a line under {@code
 * META-INF/services}. Families that need parts of the server get them in their constructor, which
 * the server's composition root calls.
 */
public interface Family {
  /** The group's name in COMMAND DOCS, such as {@code string}. */
  String name();

  /** Adds the commands. Called once for each server. */
  void register(CommandTable.Registry commands);
}
