package dev.keyfold.cli.table;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.codec.phoenix.PhoenixDdl;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.load.JsonWriter;
import dev.keyfold.table.where.KeyText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ParseResult;

/** {@code keyfold table create}. */
public final class TableCreateCommand extends StoreCommand {
  private static final String SCHEMA = "--schema";
  private static final String FROM = "--from";
  private static final String DDL = "--ddl";
  private static final String KEY = "--key";
  private static final String SHARDS = "--shards";
  private static final String SHARD_BY = "--shard-by";
  private static final String INDEX = "--index";

  private String schema = "";
  private String key = "";

  /** Split points for the first table of a store, whose ids are those of the trial. */
  private List<byte[]> splitPoints = List.of();

  public TableCreateCommand(Console console) {
    super("create", console);
    namesTable();
    option(SCHEMA, "S", false);
    option(FROM, "FILE", false);
    option(DDL, "FILE", false);
    option(KEY, "K", false);
    option(SHARDS, "N", false);
    option(SHARD_BY, "F", false);
    options(INDEX, "I");
    option(SPLIT, "N", false);
    flag(JSON);
  }

  @Override
  public boolean createsStore() {
    return true;
  }

  /** One that is made has its regions from the beginning, so that the engine distributes them. */
  @Override
  public String toMake(String url) {
    if (splitPoints.isEmpty()) {
      return url;
    }
    String keys = splitPoints.stream().map(Bytes::toHex).collect(Collectors.joining(","));
    return StoreUrl.parse(url).withDefault("split", keys).toString();
  }

  /** In memory first: an invalid definition must not leave anything in the store. */
  @Override
  public void check(ParseResult args) throws IOException {
    List<String> given = Stream.of(SCHEMA, FROM, DDL).filter(args::hasMatchedOption).toList();
    if (given.size() != 1) {
      throw usage(
          given.isEmpty()
              ? SCHEMA + " S is missing; give it, or " + FROM + " FILE to infer the schema"
              : String.join(" and ", given) + " cannot be combined");
    }
    key = args.matchedOptionValue(KEY, "");
    if (args.hasMatchedOption(DDL)) {
      define(args);
    } else {
      schema = args.hasMatchedOption(FROM) ? guess(args) : args.matchedOptionValue(SCHEMA, "");
    }
    if (key.isEmpty()) {
      throw usage(KEY + " K is missing");
    }
    int parts = splitParts(args);
    try (Keyfold trial = Keyfold.open("memory:")) {
      Tables tables = trial.tables();
      tables.create(builder(args));
      splitPoints = parts == 0 ? List.of() : tables.splitPoints(tableName(args), parts);
    } catch (TableException | KeyException e) {
      throw usage(e.getMessage());
    }
  }

  /** The fields of a Phoenix table, and its key if no other one is asked for. */
  private void define(ParseResult args) {
    String file = args.matchedOptionValue(DDL, "");
    try {
      PhoenixTable table = PhoenixTable.of(PhoenixDdl.parse(Files.readString(Path.of(file))));
      schema = table.fields();
      key = args.hasMatchedOption(KEY) ? key : table.key();
    } catch (KeyException e) {
      throw usage(DDL + " " + file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new FileException("cannot read " + file, e);
    }
  }

  /** The schema inferred from a sample; without a key, it is only printed. */
  private String guess(ParseResult args) throws IOException {
    String file = args.matchedOptionValue(FROM, "");
    SchemaGuess guess;
    String text;
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      guess = SchemaGuess.of(in);
      text = guess.schema();
    } catch (BadInputException e) {
      throw usage(FROM + " " + file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new FileException("cannot read " + file, e);
    }
    if (!args.hasMatchedOption(KEY)) {
      List<String> keys = guess.keys();
      throw usage(
          KEY
              + " is missing. The schema would be '"
              + text
              + "'; "
              + (keys.isEmpty()
                  ? "no single field is unique over the "
                  : String.join(", ", keys)
                      + (keys.size() == 1 ? " is" : " are")
                      + " unique over the ")
              + Counted.of(guess.records(), "record"));
    }
    return text;
  }

  @Override
  public int run(ParseResult args, Tables tables) throws IOException {
    tables.create(builder(args));
    int status = split(args, tables);
    if (args.hasMatchedOption(JSON)) {
      String name = tableName(args);
      new JsonWriter(console.out())
          .line(TableDescribeCommand.toMap(tables.table(name).definition()));
    } else if (args.hasMatchedOption(FROM)) {
      console.out().text(schema).endLine();
    }
    return status;
  }

  private TableBuilder builder(ParseResult args) {
    TableBuilder builder = new TableBuilder(tableName(args)).fields(schema).key(key);
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
      throw usage(SHARD_BY + " needs " + SHARDS + " with the number of shards");
    }
    List<String> indexes = args.matchedOptionValue(INDEX, List.of());
    indexes.forEach(builder::index);
    return builder;
  }
}
