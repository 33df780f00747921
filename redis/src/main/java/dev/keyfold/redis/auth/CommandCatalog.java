package dev.keyfold.redis.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands that rights are about. */
public interface CommandCatalog {
  /** The number of commands, including subcommands. */
  int size();

  /** The number of {@code get} or {@code client|kill}; -1 if no such command exists. */
  int id(String fullName);

  /** The full name of a number. */
  String name(int id);

  /** The numbers of a command's subcommands; empty if it has none. */
  List<Integer> subcommands(int id);

  /** The numbers of the commands in a category; null if no such category exists. */
  @Nullable List<Integer> category(String name);

  /** All categories. */
  List<String> categories();
}
