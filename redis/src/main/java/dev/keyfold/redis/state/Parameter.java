package dev.keyfold.redis.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One configuration parameter: what values it takes. Immutable.
 *
 * @param name its name
 * @param alias another name; empty for none
 * @param kind as in parameters.txt
 * @param initial its value at first
 * @param limits least and most, or the words it takes
 * @param constant whether it is set at the start only
 */
record Parameter(
    String name, String alias, String kind, String initial, List<String> limits, boolean constant) {

  /** The value was not accepted, for this reason. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String reason) {
      super(reason, null, false, false);
    }

    /** Never null. */
    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  /** From a line of parameters.txt. */
  static Parameter parse(String line) {
    List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
    String alias = "";
    boolean constant = false;
    for (String word : List.copyOf(words)) {
      if (word.startsWith("alias=")) {
        alias = word.substring("alias=".length());
        words.remove(word);
      } else if (word.equals("const")) {
        constant = true;
        words.remove(word);
      }
    }
    String initial = words.get(2).equals("-") ? "" : words.get(2).replace('_', ' ');
    List<String> limits = words.subList(3, words.size());
    return new Parameter(words.get(0), alias, words.get(1), initial, List.copyOf(limits), constant);
  }

  /** Whether a pattern does not find it. */
  boolean hidden() {
    return limits.contains("hidden");
  }

  /** The value as it is kept and shown. */
  String accept(String value) throws Refused {
    String accepted = check(value);
    if (limits.contains("noeviction") && !accepted.equals(initial)) {
      throw new Refused(
          "this server evicts nothing: found '" + accepted + "', expected '" + initial + "'");
    }
    return accepted;
  }

  private String check(String value) throws Refused {
    return switch (kind) {
      case "bool" -> oneOf(value, List.of("yes", "no"), "argument must be 'yes' or 'no'");
      case "int", "port" -> integer(value);
      case "memory" -> memory(value);
      case "percent" -> percent(value);
      case "enum" -> {
        List<String> words = List.of(limits.get(0).split(","));
        yield oneOf(value, words, choices(words));
      }
      case "flags" -> {
        List<String> words = List.of(limits.get(0).split(","));
        for (String word : value.split(" ", -1)) {
          oneOf(word, words, choices(words));
        }
        yield value.toLowerCase(Locale.ROOT);
      }
      case "events" -> {
        int kinds = Events.parse(value);
        if (kinds < 0) {
          throw new Refused("Invalid event class character. Use 'Ag$lshzxeKEtmdn'.");
        }
        yield Events.format(kinds);
      }
      case "save" -> save(value);
      case "output" -> OutputLimits.merge(value, value);
      default -> value;
    };
  }

  private static String choices(List<String> words) {
    return "argument(s) must be one of the following: " + String.join(", ", words);
  }

  private static String oneOf(String value, List<String> words, String otherwise) throws Refused {
    String lower = value.toLowerCase(Locale.ROOT);
    if (!words.contains(lower)) {
      throw new Refused(otherwise);
    }
    return lower;
  }

  private String integer(String value) throws Refused {
    long number;
    try {
      number = Long.parseLong(value);
    } catch (NumberFormatException e) {
      number = -1;
    }
    // As Redis: one way to write a number, so neither 007 nor +7.
    if (!Long.toString(number).equals(value)) {
      throw new Refused("argument couldn't be parsed into an integer");
    }
    return within(number);
  }

  private String within(long number) throws Refused {
    long least = Long.parseLong(limits.get(0));
    long most = Long.parseLong(limits.get(1));
    if (number < least || number > most) {
      throw new Refused("argument must be between " + least + " and " + most + " inclusive");
    }
    return Long.toString(number);
  }

  private String memory(String value) throws Refused {
    long bytes = bytes(value);
    if (bytes < 0) {
      throw new Refused("argument must be a memory value");
    }
    return within(bytes);
  }

  private static String percent(String value) throws Refused {
    if (value.endsWith("%")) {
      long percent = bytes(value.substring(0, value.length() - 1));
      if (percent < 0) {
        throw new Refused("argument must be a memory or percent value");
      }
      if (percent > 100) {
        throw new Refused("percentage argument must be less or equal to 100");
      }
      return value;
    }
    long bytes = bytes(value);
    if (bytes < 0) {
      throw new Refused("argument must be a memory or percent value");
    }
    return Long.toString(bytes);
  }

  /** Bytes of a text such as {@code 64mb}; -1 if it is invalid. */
  static long bytes(String value) {
    int digits = 0;
    while (digits < value.length() && Character.isDigit(value.charAt(digits))) {
      digits++;
    }
    long unit =
        switch (value.substring(digits).toLowerCase(Locale.ROOT)) {
          case "", "b" -> 1;
          case "k" -> 1000;
          case "kb" -> 1024;
          case "m" -> 1000_000;
          case "mb" -> 1 << 20;
          case "g" -> 1000_000_000;
          case "gb" -> 1 << 30;
          default -> -1;
        };
    if (digits == 0 || unit < 0) {
      return -1;
    }
    try {
      return Math.multiplyExact(Long.parseLong(value.substring(0, digits)), unit);
    } catch (NumberFormatException | ArithmeticException e) {
      return -1;
    }
  }

  private static String save(String value) throws Refused {
    if (value.isBlank()) {
      return "";
    }
    String[] words = value.trim().split("\\s+");
    boolean good = words.length % 2 == 0;
    for (int i = 0; good && i < words.length; i++) {
      good = words[i].matches("[0-9]{1,9}") && (i % 2 == 1 || Integer.parseInt(words[i]) > 0);
    }
    if (!good) {
      throw new Refused("Invalid save parameters");
    }
    return String.join(" ", words);
  }
}
