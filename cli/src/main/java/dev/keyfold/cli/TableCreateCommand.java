package dev.keyfold.cli;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.Limits;
import dev.keyfold.store.memory.MemoryStore;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.TableException;
import dev.keyfold.table.Tables;
import dev.keyfold.table.where.KeyText;
import java.util.List;
import picocli.CommandLine.ParseResult;

/** {@code keyfold table create}. */
final class TableCreateCommand extends StoreCommand {
  private static final String SCHEMA = "--schema";
  private static final String KEY = "--key";
  private static final String SHARDS = "--shards";
  private static final String SHARD_BY = "--shard-by";
  private static final String INDEX = "--index";

  TableCreateCommand(Console console) {
    super("create", console);
    namesTable();
    option(SCHEMA, "S", true);
    option(KEY, "K", true);
    option(SHARDS, "N", false);
    option(SHARD_BY, "F", false);
    options(INDEX, "I");
  }

  @Override
  boolean createsStore() {
    return true;
  }

  /** In memory first: what is wrong must not leave anything behind. */
  @Override
  void check(ParseResult args) {
    try (MemoryStore trial = MemoryStore.open()) {
      Tables.of(trial).create(builder(args));
    } catch (TableException | KeyException e) {
      throw usage(e.getMessage());
    }
  }

  @Override
  int run(ParseResult args, Tables tables) {
    tables.create(builder(args));
    return console.status();
  }

  private TableBuilder builder(ParseResult args) {
    String key = args.matchedOptionValue(KEY, "");
    TableBuilder builder =
        new TableBuilder(tableName(args)).fields(args.matchedOptionValue(SCHEMA, "")).key(key);
    String shards = args.matchedOptionValue(SHARDS, null);
    String shardBy = args.matchedOptionValue(SHARD_BY, null);
    if (shards != null) {
      int count = (int) number(SHARDS, shards, Limits.SHARDS);
      builder.shards(
          count,
          shardBy == null
              ? 1
              : hashedFields(KeyText.parse(key).fields(), SHARD_BY, shardBy.strip()));
    } else if (shardBy != null) {
      throw usage(SHARD_BY + " needs " + SHARDS + ": out of how many?");
    }
    List<String> indexes = args.matchedOptionValue(INDEX, List.of());
    indexes.forEach(builder::index);
    return builder;
  }
}
