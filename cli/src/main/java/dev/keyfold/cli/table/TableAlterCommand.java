package dev.keyfold.cli.table;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.Limits;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.Capability;
import dev.keyfold.store.Store;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.IndexState;
import dev.keyfold.table.schema.KeySpace;
import dev.keyfold.table.schema.PrimaryDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.upkeep.Alteration;
import dev.keyfold.table.upkeep.IndexBuild;
import dev.keyfold.table.where.IndexDeclaration;
import dev.keyfold.table.where.IndexText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold table alter}. */
public final class TableAlterCommand extends StoreCommand {
  private static final Pattern TIME = Pattern.compile("([0-9]{1,9})([smhd])");
  private static final String ADD_FIELD = "--add-field";
  private static final String ADD_KEY_FIELD = "--add-key-field";
  private static final String RENAME_FIELD = "--rename-field";
  private static final String REMOVE_FIELD = "--remove-field";
  private static final String TTL = "--ttl";
  private static final String VERSIONED = "--versioned";
  private static final String SHARDS = "--shards";
  private static final String SHARD_BY = "--shard-by";
  private static final String ADD_INDEX = "--add-index";
  private static final String DROP_INDEX = "--drop-index";
  private static final List<String> CHANGES =
      List.of(
          ADD_FIELD,
          ADD_KEY_FIELD,
          RENAME_FIELD,
          REMOVE_FIELD,
          TTL,
          VERSIONED,
          SHARDS,
          ADD_INDEX,
          DROP_INDEX,
          SPLIT);

  public TableAlterCommand(Console console) {
    super("alter", console);
    namesTable();
    options(ADD_FIELD, "F");
    options(ADD_KEY_FIELD, "F");
    options(RENAME_FIELD, "OLD=NEW");
    options(REMOVE_FIELD, "NAME");
    option(TTL, "TIME", false);
    flag(VERSIONED);
    option(SHARDS, "N", false);
    option(SHARD_BY, "F", false);
    option(ADD_INDEX, "I", false);
    option(DROP_INDEX, "NAME", false);
    option(SPLIT, "N", false);
    flag(JSON);
    mayDestroy();
  }

  @Override
  public Need need(ParseResult args) {
    return Need.define(tableName(args));
  }

  @Override
  public void check(ParseResult args) throws IOException {
    if (args.hasMatchedOption(SHARD_BY) && !args.hasMatchedOption(SHARDS)) {
      throw usage(SHARD_BY + " needs " + SHARDS + " with the number of shards");
    }
    if (CHANGES.stream().noneMatch(args::hasMatchedOption)) {
      throw usage("found nothing to change, expected one of " + String.join(", ", CHANGES));
    }
    for (String pair : values(args, RENAME_FIELD)) {
      if (pair.indexOf('=') < 1 || pair.indexOf('=') == pair.length() - 1) {
        throw usage(RENAME_FIELD + ": found '" + pair + "', expected OLD=NEW");
      }
    }
    timeToLive(args);
    int unused = splitParts(args) + shards(args);
    values(args, ADD_FIELD).forEach(text -> check(ADD_FIELD, text, KeySchema::parse));
    values(args, ADD_KEY_FIELD).forEach(text -> check(ADD_KEY_FIELD, text, KeySchema::parse));
    String add = args.matchedOptionValue(ADD_INDEX, (String) null);
    if (add != null) {
      check(ADD_INDEX, add, IndexText::parse);
    }
  }

  /** Whether a definition can be read; whether it fits the table is seen in {@link #run}. */
  private void check(String option, String text, Consumer<String> parser) {
    try {
      parser.accept(text);
    } catch (KeyException e) {
      throw usage(option + ": " + e.getMessage());
    }
  }

  private static List<String> values(ParseResult args, String option) {
    return args.matchedOptionValue(option, List.of());
  }

  /** Null if records are to stay. */
  private @Nullable Duration timeToLive(ParseResult args) {
    String text = args.matchedOptionValue(TTL, "none").strip();
    if (text.equals("none")) {
      return null;
    }
    Matcher parts = TIME.matcher(text);
    if (!parts.matches()) {
      throw usage(
          TTL
              + ": found '"
              + text
              + "', expected a duration such as 90s, 15m, 12h or 30d, or none");
    }
    long count = Long.parseLong(parts.group(1));
    if (count == 0) {
      throw usage(
          TTL + ": found '" + text + "', expected a duration of at least 1s, such as 90s, or none");
    }
    return switch (parts.group(2)) {
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }

  /** On a copy first: an invalid change must not follow one that was already applied. */
  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    String table = tableName(args);
    Store store = tables.store();
    if (args.hasMatchedOption(SHARDS) && !store.has(Capability.ATOMIC_BATCH)) {
      List<IndexBuild> unused = resharding(args, tables, table); // says why it is refused there
    }
    TableDef before = tables.table(table).definition();
    try (Keyfold trial = Keyfold.open("memory:")) {
      change(args, copy(before, store, trial));
    }
    List<String> removed = values(args, REMOVE_FIELD);
    if (!removed.isEmpty()) {
      confirm(args, "this permanently deletes the values of " + String.join(", ", removed));
    }
    change(args, tables);
    int status = split(args, tables);
    store.sync();
    if (args.hasMatchedOption(JSON)) {
      TableDef now = tables.table(table).definition();
      new JsonWriter(console.out()).line(TableDescribeCommand.toMap(now));
    }
    return status;
  }

  /** The table without its rows. */
  private static Tables copy(TableDef table, Store from, Keyfold to) {
    byte[] nextId = {KeySpace.NEXT_ID}; // indexes get ids, and those there are have some
    byte[] definition = KeySpace.entry(KeySpace.TABLES, table.name());
    byte[] next = from.get(nextId);
    if (next != null) {
      to.store().put(nextId, next);
    }
    to.store().put(definition, table.toString().getBytes(StandardCharsets.UTF_8));
    return to.tables();
  }

  /** In the order in which one needs the other: fields, then the key, then indexes. */
  private void change(ParseResult args, Tables tables) {
    String table = tableName(args);
    alter(args, tables.alter(table));
    String drop = args.matchedOptionValue(DROP_INDEX, (String) null);
    if (drop != null) {
      tables.dropIndex(table, drop);
    }
    // After the index that may prevent removing them.
    List<String> removed = values(args, REMOVE_FIELD);
    if (!removed.isEmpty()) {
      Alteration removal = tables.alter(table);
      removed.forEach(removal::removeField);
      removal.apply();
    }
    if (args.hasMatchedOption(SHARDS)) {
      run(resharding(args, tables, table), "moving");
    }
    String add = args.matchedOptionValue(ADD_INDEX, (String) null);
    if (add != null) {
      run(builds(tables, table, add), "building");
    }
  }

  private void alter(ParseResult args, Alteration alteration) {
    values(args, ADD_FIELD).forEach(alteration::addField);
    values(args, ADD_KEY_FIELD).forEach(alteration::addKeyField);
    for (String pair : values(args, RENAME_FIELD)) {
      int at = pair.indexOf('=');
      alteration.renameField(pair.substring(0, at).strip(), pair.substring(at + 1).strip());
    }
    if (args.hasMatchedOption(TTL)) {
      alteration.timeToLive(timeToLive(args));
    }
    if (args.hasMatchedOption(VERSIONED)) {
      alteration.versioned();
    }
    alteration.apply();
  }

  private int shards(ParseResult args) {
    String text = args.matchedOptionValue(SHARDS, "0");
    return text.equals("0") ? 0 : (int) number(SHARDS, text, Limits.SHARDS, ", or 0 for none");
  }

  /** Resumes an interrupted resharding to the same number of shards, and any index build. */
  private List<IndexBuild> resharding(ParseResult args, Tables tables, String table) {
    int shards = shards(args);
    String name = args.matchedOptionValue(SHARD_BY, (String) null);
    TableDef def = tables.table(table).definition();
    int by = name == null ? 1 : hashedFields(def.key().fields(), SHARD_BY, name.strip());
    PrimaryDef.Next next = def.primary().next();
    boolean interrupted =
        next != null && next.shards() == shards && (shards == 0 || next.shardBy() == by);
    return interrupted
        ? tables.unfinishedBuilds()
        : List.of(tables.beginReshard(table, shards, by));
  }

  private void run(List<IndexBuild> builds, String doing) {
    for (IndexBuild build : builds) {
      build.onProgress(progress -> console.showStatus(doing + ": " + progress)).run();
      console.clearStatus();
    }
  }

  /** Resumes an interrupted build of the same index, and any other. */
  private static List<IndexBuild> builds(Tables tables, String table, String add) {
    IndexText text = IndexDeclaration.parse(add).text();
    IndexDef there = tables.table(table).definition().index(text.name());
    boolean interrupted =
        there != null && there.state() == IndexState.WRITE_ONLY && there.text().equals(text);
    return interrupted ? tables.unfinishedBuilds() : List.of(tables.beginIndex(table, add, 0, 0));
  }
}
