package dev.keyfold.redis.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One command or subcommand: name, arity, flags, key positions and handler. Built while the table
 * is filled and immutable afterwards, except its counters, which are confined to the loop thread.
 */
public final class Command {
  private final String name;
  private final String fullName;
  private final int arity;
  private final String group;
  private final Set<Flag> flags = EnumSet.noneOf(Flag.class);
  private final Set<Category> categories = EnumSet.noneOf(Category.class);
  private final List<KeySpec> keySpecs = new ArrayList<>();
  private final List<String> tips = new ArrayList<>();
  private final Map<String, Command> subcommands = new LinkedHashMap<>();
  private final CommandStats stats = new CommandStats();
  private @Nullable Handler handler;
  private @Nullable KeyFinder keyFinder;
  private String summary = "";
  private String since = "1.0.0";
  private String complexity = "O(1)";
  private int id;

  Command(String name, String parent, int arity, String group) {
    this.name = name;
    this.fullName = parent.isEmpty() ? name : parent + "|" + name;
    this.arity = arity;
    this.group = group;
  }

  /** Sets its flags. */
  public Command flags(Flag... more) {
    Collections.addAll(flags, more);
    return this;
  }

  /** Adds it to categories in addition to those that follow from its flags. */
  public Command in(Category... more) {
    Collections.addAll(categories, more);
    return this;
  }

  /** One key at a position; flags as in {@link KeySpec}. */
  public Command key(String keyFlags, int position) {
    return keys(KeySpec.key(keyFlags, position));
  }

  /** Where keys are. */
  public Command keys(KeySpec... specs) {
    Collections.addAll(keySpecs, specs);
    return this;
  }

  /** Finds the keys where the specifications cannot. */
  public Command keysBy(KeyFinder finder) {
    keyFinder = finder;
    return this;
  }

  /** One sentence for COMMAND DOCS. */
  public Command summary(String sentence) {
    summary = sentence;
    return this;
  }

  /** The version of Redis that has it first. */
  public Command since(String version) {
    since = version;
    return this;
  }

  /** Its cost, for COMMAND DOCS. */
  public Command complexity(String text) {
    complexity = text;
    return this;
  }

  /** Hints for clients, as COMMAND INFO lists them. */
  public Command tips(String... more) {
    Collections.addAll(tips, more);
    return this;
  }

  /** What it does. */
  public Command runs(Handler what) {
    handler = what;
    return this;
  }

  /** Adds a subcommand; its arity counts the command's name too. */
  public Command sub(String subName, int subArity) {
    Command sub = new Command(subName, name, subArity, group);
    subcommands.put(subName, sub);
    return sub;
  }

  void seal(int number) {
    id = number;
    addImpliedCategories();
    // If only the flags vary, the finder determines the access to keys at fixed positions, so the
    // keys are not movable.
    boolean onlyFlagsVary =
        !keySpecs.isEmpty()
            && keySpecs.stream().allMatch(spec -> spec.flags().contains("VARIABLE_FLAGS"));
    boolean finds = keyFinder != null && !onlyFlagsVary;
    if (finds || keySpecs.stream().anyMatch(spec -> !spec.isFixed())) {
      flags.add(Flag.MOVABLEKEYS);
    }
  }

  private void addImpliedCategories() {
    if (is(Flag.WRITE)) {
      categories.add(Category.WRITE);
    }
    if (is(Flag.READONLY) && !categories.contains(Category.SCRIPTING)) {
      categories.add(Category.READ);
    }
    if (is(Flag.ADMIN)) {
      Collections.addAll(categories, Category.ADMIN, Category.DANGEROUS);
    }
    if (is(Flag.PUBSUB)) {
      categories.add(Category.PUBSUB);
    }
    if (is(Flag.BLOCKING)) {
      categories.add(Category.BLOCKING);
    }
    categories.add(is(Flag.FAST) ? Category.FAST : Category.SLOW);
  }

  /** Name in lower case, without that of its parent. */
  public String name() {
    return name;
  }

  /** Such as {@code get} or {@code client|kill}. */
  public String fullName() {
    return fullName;
  }

  /** The arity: the number of arguments including the name; negative for a minimum. */
  public int arity() {
    return arity;
  }

  /** Whether it accepts that many arguments, including the name. */
  public boolean accepts(int count) {
    return arity >= 0 ? count == arity : count >= -arity;
  }

  /** The family's name. */
  public String group() {
    return group;
  }

  /** A small number, unique in this table. */
  public int id() {
    return id;
  }

  /** Whether it has the flag. */
  public boolean is(Flag flag) {
    return flags.contains(flag);
  }

  /** All flags. */
  public Set<Flag> flags() {
    return Collections.unmodifiableSet(flags);
  }

  /** All categories. */
  public Set<Category> categories() {
    return Collections.unmodifiableSet(categories);
  }

  /** Where keys are. */
  public List<KeySpec> keySpecs() {
    return Collections.unmodifiableList(keySpecs);
  }

  /** Whether any argument can be a key. */
  public boolean hasKeys() {
    return keyFinder != null || !keySpecs.stream().allMatch(KeySpec::isNoKey);
  }

  /** The keys among the arguments; empty if there are none or the arguments are invalid. */
  public List<KeySpec.Key> findKeys(byte[][] arguments) {
    if (keyFinder != null) {
      return keyFinder.find(arguments);
    }
    if (keySpecs.isEmpty()) {
      return List.of();
    }
    List<KeySpec.Key> keys = new ArrayList<>();
    for (KeySpec spec : keySpecs) {
      if (!spec.isNoKey() && !spec.isUnknown() && !spec.find(arguments, keys)) {
        return List.of();
      }
    }
    return keys;
  }

  /** One sentence. */
  public String summary() {
    return summary;
  }

  /** The version of Redis that has it first. */
  public String since() {
    return since;
  }

  /** Its cost. */
  public String complexity() {
    return complexity;
  }

  /** Hints for clients. */
  public List<String> tips() {
    return Collections.unmodifiableList(tips);
  }

  /** Its subcommands; most have none. */
  public Collection<Command> subcommands() {
    return Collections.unmodifiableCollection(subcommands.values());
  }

  /** A subcommand by case-insensitive name; null if none exists. */
  public @Nullable Command subcommand(String text) {
    return subcommands.get(text.toLowerCase(Locale.ROOT));
  }

  /** Whether it is only the roof of its subcommands. */
  public boolean isContainer() {
    return !subcommands.isEmpty();
  }

  /** How often it ran and how long. */
  public CommandStats stats() {
    return stats;
  }

  /** Its handler; null for a command that only has subcommands. */
  public @Nullable Handler handler() {
    return handler;
  }

  @Override
  public String toString() {
    return fullName;
  }
}
