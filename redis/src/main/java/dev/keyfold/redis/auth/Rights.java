package dev.keyfold.redis.auth;

import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.redis.state.Glob;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A set of rights: which commands, on which keys and channels. A user has a root set and may have
 * selectors, each of which is sufficient on its own.
 */
final class Rights {
  private static final String SYNTAX = "Syntax error";

  /** A key pattern, and whether matching keys may be read and written. */
  private record KeyPattern(String pattern, boolean read, boolean write) {
    @Override
    public String toString() {
      if (read && write) {
        return "~" + pattern;
      }
      return (read ? "%R~" : "%W~") + pattern;
    }
  }

  private final CommandCatalog catalog;
  private final BitSet allowed = new BitSet();
  private final Map<Integer, Set<String>> firstArguments = new HashMap<>();
  private final Set<String> commandRules = new LinkedHashSet<>();
  private final List<KeyPattern> keys = new ArrayList<>();
  private final Set<String> channels = new LinkedHashSet<>();
  private boolean allKeys;
  private boolean allChannels;
  private boolean allCommands;
  private boolean full;

  Rights(CommandCatalog catalog) {
    this.catalog = catalog;
  }

  Rights copy() {
    Rights copy = new Rights(catalog);
    copy.allowed.or(allowed);
    firstArguments.forEach((id, words) -> copy.firstArguments.put(id, new LinkedHashSet<>(words)));
    copy.commandRules.addAll(commandRules);
    copy.keys.addAll(keys);
    copy.channels.addAll(channels);
    copy.allKeys = allKeys;
    copy.allChannels = allChannels;
    copy.allCommands = allCommands;
    copy.full = full;
    return copy;
  }

  /** Whether nothing at all is forbidden, so that nothing need be checked. */
  boolean isAll() {
    return allKeys && allChannels && allCommands && allowed.cardinality() == catalog.size();
  }

  /** Applies a rule about commands, keys or channels; false if it is about something else. */
  boolean apply(String rule) {
    String lower = rule.toLowerCase(Locale.ROOT);
    switch (lower) {
      case "allkeys", "~*" -> {
        allKeys = true;
        keys.clear();
      }
      case "resetkeys" -> {
        allKeys = false;
        keys.clear();
      }
      case "allchannels", "&*" -> {
        allChannels = true;
        channels.clear();
      }
      case "resetchannels" -> {
        allChannels = false;
        channels.clear();
      }
      case "allcommands", "+@all" -> allCommands(true);
      case "nocommands", "-@all" -> allCommands(false);
      default -> {
        return applyPattern(rule, lower);
      }
    }
    return true;
  }

  private void allCommands(boolean yes) {
    allCommands = yes;
    full = yes;
    allowed.clear();
    if (yes) {
      allowed.set(0, catalog.size());
    }
    firstArguments.clear();
    commandRules.clear();
  }

  private boolean applyPattern(String rule, String lower) {
    switch (rule.isEmpty() ? ' ' : rule.charAt(0)) {
      case '~' -> key(new KeyPattern(checked(rule.substring(1)), true, true));
      case '%' -> keyWithFlags(rule);
      case '&' -> channel(checked(rule.substring(1)));
      case '+' -> allow(lower.substring(1));
      case '-' -> forbid(lower.substring(1));
      default -> {
        return false;
      }
    }
    return true;
  }

  private static String checked(String pattern) {
    for (int i = 0; i < pattern.length(); i++) {
      if (pattern.charAt(i) <= ' ') {
        throw new AclException(SYNTAX);
      }
    }
    return pattern;
  }

  private void keyWithFlags(String rule) {
    int tilde = rule.indexOf('~');
    String flags = tilde < 0 ? "" : rule.substring(1, tilde).toUpperCase(Locale.ROOT);
    boolean read = flags.contains("R");
    boolean write = flags.contains("W");
    if (flags.isEmpty() || !flags.matches("[RW]+")) {
      throw new AclException(SYNTAX);
    }
    String pattern = checked(rule.substring(tilde + 1));
    if (read && write && pattern.equals("*")) {
      allKeys = true;
      keys.clear();
      return;
    }
    key(new KeyPattern(pattern, read, write));
  }

  private void key(KeyPattern pattern) {
    if (allKeys) {
      throw new AclException(
          "Adding a pattern after the * pattern (or the 'allkeys' flag) is not valid and does not"
              + " have any effect. Try 'resetkeys' to start with an empty list of patterns");
    }
    keys.removeIf(old -> old.equals(pattern));
    keys.add(pattern);
  }

  private void channel(String pattern) {
    if (allChannels) {
      throw new AclException(
          "Adding a pattern after the * pattern (or the 'allchannels' flag) is not valid and does"
              + " not have any effect. Try 'resetchannels' to start with an empty list of"
              + " channels");
    }
    channels.add(pattern);
  }

  private void allow(String what) {
    int bar = what.indexOf('|');
    if (what.startsWith("@")) {
      category(what.substring(1)).forEach(id -> set(id, true));
    } else if (bar >= 0 && catalog.id(what) < 0) {
      allowFirstArgument(what.substring(0, bar), what.substring(bar + 1));
    } else {
      set(command(what), true);
    }
    remember("+" + what);
  }

  private void forbid(String what) {
    if (what.startsWith("@")) {
      category(what.substring(1)).forEach(id -> set(id, false));
    } else {
      set(command(what), false);
    }
    allCommands = false;
    remember("-" + what);
  }

  private void allowFirstArgument(String name, String argument) {
    if (argument.contains("|")) {
      throw new AclException("Allowing first-arg of a subcommand is not supported");
    }
    int id = command(name);
    if (!catalog.subcommands(id).isEmpty()) {
      throw new AclException("Unknown command or category name in ACL");
    }
    if (argument.isEmpty()) {
      throw new AclException(SYNTAX);
    }
    firstArguments.computeIfAbsent(id, i -> new LinkedHashSet<>()).add(argument);
  }

  private void set(int id, boolean to) {
    allowed.set(id, to);
    firstArguments.remove(id);
    catalog.subcommands(id).forEach(sub -> allowed.set(sub, to));
  }

  /**
   * A later rule for the same command or category replaces an earlier one, which keeps the text
   * short.
   */
  private void remember(String rule) {
    String same = rule.substring(1);
    commandRules.removeIf(
        old -> old.substring(1).equals(same) || old.substring(1).startsWith(same + "|"));
    commandRules.add(rule);
  }

  private int command(String name) {
    int id = catalog.id(name);
    if (id < 0) {
      throw new AclException("Unknown command or category name in ACL");
    }
    return id;
  }

  private Collection<Integer> category(String name) {
    List<Integer> ids = catalog.category(name);
    if (ids == null) {
      throw new AclException("Unknown command or category name in ACL");
    }
    return ids;
  }

  // --- checks ---

  @Nullable Denial check(CommandAccess access) {
    if (!allowed.get(access.command())) {
      Set<String> words = firstArguments.get(access.command());
      if (words == null || !words.contains(access.first().toLowerCase(Locale.ROOT))) {
        return new Denial(Denial.Reason.COMMAND, access.name());
      }
    }
    for (CommandAccess.Key key : access.keys()) {
      if (!mayTouch(key)) {
        return new Denial(Denial.Reason.KEY, ByteKey.text(key.name()));
      }
    }
    for (CommandAccess.Channel channel : access.channels()) {
      if (!mayUse(channel)) {
        return new Denial(Denial.Reason.CHANNEL, ByteKey.text(channel.name()));
      }
    }
    return null;
  }

  private boolean mayTouch(CommandAccess.Key key) {
    if (allKeys) {
      return true;
    }
    for (KeyPattern pattern : keys) {
      boolean enough = (!key.read() || pattern.read()) && (!key.write() || pattern.write());
      if (enough && Glob.matches(ByteKey.of(pattern.pattern()), key.name())) {
        return true;
      }
    }
    return false;
  }

  /** Whether it allows all these commands, and reading or writing all keys. */
  boolean mayOnAllKeys(boolean write, String... commands) {
    for (String command : commands) {
      if (!allowed.get(catalog.id(command))) {
        return false;
      }
    }
    return hasAllKeys(write);
  }

  /** Whether every key may be read, or written. */
  boolean hasAllKeys(boolean write) {
    return allKeys
        || keys.stream().anyMatch(key -> key.pattern.equals("*") && (write ? key.write : key.read));
  }

  /** The patterns of keys that a command may read; none without the command. */
  List<String> patternsToRead(String command) {
    if (!allowed.get(catalog.id(command))) {
      return List.of();
    }
    return allKeys
        ? List.of("*")
        : keys.stream().filter(KeyPattern::read).map(KeyPattern::pattern).toList();
  }

  /** A pattern to listen to must be one that was given, letter by letter. */
  boolean mayUse(CommandAccess.Channel channel) {
    if (allChannels) {
      return true;
    }
    for (String pattern : channels) {
      boolean fits =
          channel.pattern()
              ? pattern.equals(ByteKey.text(channel.name()))
              : Glob.matches(ByteKey.of(pattern), channel.name());
      if (fits) {
        return true;
      }
    }
    return false;
  }

  // --- text ---

  String commandText() {
    // Rules are relative to the last "all": who lost single commands since still has the rest.
    String base = full ? "+@all" : "-@all";
    return commandRules.isEmpty() ? base : base + " " + String.join(" ", commandRules);
  }

  String keyText() {
    if (allKeys) {
      return "~*";
    }
    return String.join(" ", keys.stream().map(KeyPattern::toString).toList());
  }

  String channelText() {
    return allChannels ? "&*" : String.join(" ", channels.stream().map(c -> "&" + c).toList());
  }

  boolean hasAllChannels() {
    return allChannels;
  }
}
