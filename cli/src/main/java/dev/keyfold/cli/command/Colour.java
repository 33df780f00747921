package dev.keyfold.cli.command;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When to colour what goes to standard output. */
enum Colour {
  ALWAYS,
  NEVER,
  AUTO;

  /**
   * Whether to colour.
   *
   * @param terminal whether standard output is one
   */
  boolean isOn(boolean terminal, Map<String, String> environment) {
    return switch (this) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO ->
          terminal
              && environment.getOrDefault("NO_COLOR", "").isEmpty()
              && !environment.getOrDefault("TERM", "").equals("dumb");
    };
  }

  /** The choice of that name, null if none exists. */
  static @Nullable Colour named(String name) {
    for (Colour colour : values()) {
      if (colour.name().toLowerCase(Locale.ROOT).equals(name)) {
        return colour;
      }
    }
    return null;
  }
}
