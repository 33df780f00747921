package dev.keyfold.redis.state;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The value of {@code client-output-buffer-limit}: for each class of clients a hard limit, a soft
 * limit and how many seconds it may be exceeded.
 */
final class OutputLimits {
  private OutputLimits() {}

  /** The old value with the classes of a new one replaced. */
  static String merge(String old, String change) throws Parameter.Refused {
    Map<String, String> classes = parse(old);
    classes.putAll(parse(change));
    StringBuilder text = new StringBuilder();
    classes.forEach((name, limits) -> text.append(' ').append(name).append(' ').append(limits));
    return text.substring(1);
  }

  /** The hard limit of a class; 0 for none. */
  static long hard(String value, String name) {
    try {
      String limits = parse(value).get(name);
      return limits == null ? 0 : Long.parseLong(limits.substring(0, limits.indexOf(' ')));
    } catch (Parameter.Refused e) {
      throw new IllegalStateException("was checked when it was set", e);
    }
  }

  private static Map<String, String> parse(String value) throws Parameter.Refused {
    String[] words = value.trim().split("\\s+", -1);
    if (words.length % 4 != 0) {
      throw new Parameter.Refused("Wrong number of arguments in buffer limit configuration.");
    }
    Map<String, String> classes = new LinkedHashMap<>();
    for (int i = 0; i < words.length; i += 4) {
      String name = words[i].equals("replica") ? "slave" : words[i];
      if (!name.equals("normal") && !name.equals("slave") && !name.equals("pubsub")) {
        throw new Parameter.Refused(
            "Invalid client class specified in buffer limit configuration.");
      }
      long hard = Parameter.bytes(words[i + 1]);
      long soft = Parameter.bytes(words[i + 2]);
      if (hard < 0 || soft < 0 || !words[i + 3].matches("[0-9]{1,9}")) {
        throw new Parameter.Refused(
            "Error in hard, soft or soft_seconds setting in buffer limit configuration.");
      }
      classes.put(name, hard + " " + soft + " " + words[i + 3]);
    }
    return classes;
  }
}
