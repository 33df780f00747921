package dev.keyfold.redis.command;

import dev.keyfold.redis.state.ByteKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All commands of a server. Looked up by the bytes that a client sent, of any case, without making
 * a string of them: an open-addressing table over the names in lower case. Immutable once it is
 * filled.
 */
public final class CommandTable {
  /** The version of Redis whose commands are implemented. */
  public static final String REDIS_VERSION = "7.0.15";

  private static final int LONGEST_NAME = 32;
  private static final int QUOTED_BYTES = 128;

  private final TreeMap<String, Command> byName = new TreeMap<>();
  private final List<Command> byId = new ArrayList<>();
  private Command[] slots;
  private byte[][] names;

  /** An empty table; commands may refer to it before it is filled. */
  public CommandTable() {
    index(16);
  }

  /** Adds the commands of families; once, before the first is looked up. */
  public void fill(Collection<Family> families) {
    Registry registry = new Registry();
    for (Family family : families) {
      registry.group = family.name();
      family.register(registry);
    }
    for (Command command : registry.commands.values()) {
      byName.put(command.name(), command);
      seal(command);
    }
    index(Integer.highestOneBit(Math.max(16, byName.size())) * 4);
  }

  private void index(int size) {
    slots = new Command[size];
    names = new byte[size][];
    for (Command command : byName.values()) {
      byte[] name = command.name().getBytes(java.nio.charset.StandardCharsets.US_ASCII);
      int slot = hash(name) & (size - 1);
      while (slots[slot] != null) {
        slot = (slot + 1) & (size - 1);
      }
      slots[slot] = command;
      names[slot] = name;
    }
  }

  private void seal(Command command) {
    command.seal(byId.size());
    byId.add(command);
    command.subcommands().forEach(this::seal);
  }

  /** The families that jars on the class path bring. */
  public static List<Family> found() {
    List<Family> families = new ArrayList<>();
    ServiceLoader.load(Family.class, CommandTable.class.getClassLoader()).forEach(families::add);
    return families;
  }

  /** By the name that a client sent; null if unknown. */
  public @Nullable Command find(byte[] name) {
    if (name.length > LONGEST_NAME) {
      return null;
    }
    int mask = slots.length - 1;
    for (int slot = hash(name) & mask; slots[slot] != null; slot = (slot + 1) & mask) {
      if (same(names[slot], name)) {
        return slots[slot];
      }
    }
    return null;
  }

  /**
   * The command of these arguments.
   *
   * @throws CommandException with the error of Redis if it is unknown
   */
  public Command resolve(byte[][] arguments) {
    Command command = find(arguments[0]);
    if (command == null) {
      throw unknown(arguments);
    }
    if (!command.isContainer() || arguments.length < 2) {
      return command;
    }
    Command sub = command.subcommand(ByteKey.text(arguments[1]));
    if (sub != null) {
      return sub;
    }
    if (command.handler() != null) {
      return command;
    }
    String name = ByteKey.text(arguments[1]);
    throw CommandException.err(
        "unknown subcommand '"
            + name.substring(0, Math.min(name.length(), QUOTED_BYTES))
            + "'. Try "
            + command.name().toUpperCase(Locale.ROOT)
            + " HELP.");
  }

  private static CommandException unknown(byte[][] arguments) {
    StringBuilder quoted = new StringBuilder();
    for (int i = 1; i < arguments.length && quoted.length() < QUOTED_BYTES; i++) {
      String text = ByteKey.text(arguments[i]);
      int most = QUOTED_BYTES - quoted.length();
      quoted.append('\'').append(text, 0, Math.min(text.length(), most)).append("' ");
    }
    String name = ByteKey.text(arguments[0]);
    return CommandException.err(
        "unknown command '"
            + name.substring(0, Math.min(name.length(), QUOTED_BYTES))
            + "', with args beginning with: "
            + quoted);
  }

  /** By case-insensitive name, or {@code parent|sub}; null if none exists. */
  public @Nullable Command find(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    int bar = lower.indexOf('|');
    if (bar < 0) {
      return byName.get(lower);
    }
    Command parent = byName.get(lower.substring(0, bar));
    return parent == null ? null : parent.subcommand(lower.substring(bar + 1));
  }

  /** All but subcommands, by name. */
  public Collection<Command> commands() {
    return Collections.unmodifiableCollection(byName.values());
  }

  /** All and their subcommands; each at its id. */
  public List<Command> all() {
    return Collections.unmodifiableList(byId);
  }

  private static int hash(byte[] name) {
    int hash = name.length;
    for (byte b : name) {
      // 0x20 makes letters lower case; its effect on other bytes is irrelevant for a hash.
      hash = hash * 31 + (b | 0x20);
    }
    return hash ^ hash >>> 15;
  }

  private static boolean same(byte[] lower, byte[] name) {
    if (lower.length != name.length) {
      return false;
    }
    for (int i = 0; i < lower.length; i++) {
      int c = name[i];
      if (c >= 'A' && c <= 'Z') {
        c |= 0x20;
      }
      if (c != lower[i]) {
        return false;
      }
    }
    return true;
  }

  /** Where families put their commands. */
  public static final class Registry {
    private final TreeMap<String, Command> commands = new TreeMap<>();
    private String group = "";

    Registry() {}

    /**
     * Adds a command.
     *
     * @param name in lower case
     * @param arity the number of arguments including the name; negative for a minimum
     */
    public Command add(String name, int arity) {
      Command command = new Command(name, "", arity, group);
      if (commands.put(name, command) != null) {
        throw new IllegalStateException("two commands are named '" + name + "'");
      }
      return command;
    }
  }
}
