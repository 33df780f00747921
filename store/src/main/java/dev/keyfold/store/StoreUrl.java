package dev.keyfold.store;

import dev.keyfold.store.errors.StoreUrlException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * {@code SCHEME:REST?OPTION=VALUE&OPTION=VALUE}. An engine asks for each option it knows and then
 * calls {@link #done}, which refuses the others: a mistyped option never goes unnoticed.
 */
public final class StoreUrl {
  private final String text;
  private final String scheme;
  private final String rest;
  private final Map<String, String> options;
  private final TreeSet<String> known = new TreeSet<>();
  private Consumer<String> notices = notice -> {};

  private StoreUrl(String text, String scheme, String rest, Map<String, String> options) {
    this.text = text;
    this.scheme = scheme;
    this.rest = rest;
    this.options = options;
  }

  /** Takes the URL apart; throws {@link StoreUrlException} if it is none. */
  public static StoreUrl parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 1 || !text.substring(0, colon).matches("[a-z][a-z0-9]*")) {
      throw new StoreUrlException(
          "found '" + text + "', expected a store URL such as rocksdb:./data or memory:");
    }
    int question = text.indexOf('?');
    String rest = text.substring(colon + 1, question < 0 ? text.length() : question);
    Map<String, String> options = new TreeMap<>();
    if (question >= 0) {
      for (String option : text.substring(question + 1).split("&", -1)) {
        int equals = option.indexOf('=');
        if (equals < 1) {
          throw new StoreUrlException(
              "found option '" + option + "' in '" + text + "', expected NAME=VALUE");
        }
        if (!option.matches("([^%]|%[0-9A-Fa-f]{2})*")) {
          throw new StoreUrlException(
              "found option '"
                  + option
                  + "' in '"
                  + text
                  + "', expected % to be followed by two hexadecimal digits");
        }
        String value =
            URLDecoder.decode(
                option.substring(equals + 1).replace("+", "%2B"), StandardCharsets.UTF_8);
        if (options.put(option.substring(0, equals), value) != null) {
          throw new StoreUrlException(
              "option '" + option.substring(0, equals) + "' is given twice in '" + text + "'");
        }
      }
    }
    return new StoreUrl(text, text.substring(0, colon), rest, options);
  }

  /** The same URL with the option, unless it is given already. The value is taken as it is. */
  public StoreUrl withDefault(String name, String value) {
    if (options.containsKey(name)) {
      return this;
    }
    String option = (text.indexOf('?') < 0 ? "?" : "&") + name + "=" + value;
    return parse(text + option).withNotices(notices);
  }

  StoreUrl withNotices(Consumer<String> listener) {
    notices = listener;
    return this;
  }

  /** Told in a sentence why opening the store takes long, or what of it cannot be shown. */
  public Consumer<String> notices() {
    return notices;
  }

  public String scheme() {
    return scheme;
  }

  /** What stands between the colon and the question mark. */
  public String rest() {
    return rest;
  }

  /** The option as text, or null. */
  public @Nullable String option(String name) {
    known.add(name);
    return options.get(name);
  }

  /** The option as text, or the default. */
  public String option(String name, String otherwise) {
    String value = option(name);
    return value == null ? otherwise : value;
  }

  /** The option as a number from {@code least} to {@code most}. */
  public long number(String name, long least, long most, long otherwise) {
    String value = option(name);
    if (value == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException notOne) {
      // the same answer as for one out of bounds
    }
    throw wrong(name, value, "a whole number from " + least + " to " + most);
  }

  /** The option as a number of bytes: {@code 4096}, {@code 64k}, {@code 256m}, {@code 2g}. */
  public long bytes(String name, long otherwise) {
    String value = option(name);
    if (value == null) {
      return otherwise;
    }
    String lower = value.toLowerCase(Locale.ROOT);
    int unit = "kmgt".indexOf(lower.isEmpty() ? 'x' : lower.charAt(lower.length() - 1));
    String digits = unit < 0 ? lower : lower.substring(0, lower.length() - 1);
    int shift = 10 * (unit + 1);
    long count = digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : -1;
    if (count < 0 || count > Long.MAX_VALUE >> shift) {
      throw wrong(name, value, "a size such as 4096, 64k, 256m or 2g");
    }
    return count << shift;
  }

  /** {@link #duration(String)}, or the default. */
  public Duration duration(String name, Duration otherwise) {
    Duration found = duration(name);
    return found == null ? otherwise : found;
  }

  /** The option as a duration: {@code 250ms}, {@code 10s}, {@code 5m}; or null. */
  public @Nullable Duration duration(String name) {
    String value = option(name);
    if (value == null) {
      return null;
    }
    if (!value.matches("[0-9]{1,9}(ms|s|m)")) {
      throw wrong(name, value, "a time such as 250ms, 10s or 5m");
    }
    long count = Long.parseLong(value.replaceAll("[a-z]", ""));
    if (value.endsWith("ms")) {
      return Duration.ofMillis(count);
    }
    return value.endsWith("s") ? Duration.ofSeconds(count) : Duration.ofMinutes(count);
  }

  /** The option {@code true} or {@code false}. */
  public boolean flag(String name, boolean otherwise) {
    String value = option(name, Boolean.toString(otherwise));
    if (!value.equals("true") && !value.equals("false")) {
      throw wrong(name, value, "true or false");
    }
    return value.equals("true");
  }

  /** The option {@code durability}. */
  public Durability durability(Durability otherwise) {
    String value = option("durability");
    return value == null ? otherwise : Durability.named(value);
  }

  /** Throws if there is an option nobody asked for. */
  public void done() {
    for (String name : options.keySet()) {
      if (!known.contains(name)) {
        throw new StoreUrlException(
            scheme
                + ": has no option '"
                + name
                + "'; it has "
                + (known.isEmpty() ? "none" : String.join(", ", known)));
      }
    }
  }

  private static StoreUrlException wrong(String name, String found, String expected) {
    return new StoreUrlException(
        "option " + name + ": found '" + found + "', expected " + expected);
  }

  @Override
  public String toString() {
    return text;
  }
}
