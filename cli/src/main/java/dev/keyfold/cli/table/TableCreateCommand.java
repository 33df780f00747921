package dev.keyfold.cli.table;

import dev.keyfold.cli.command.Console;
import dev.keyfold.cli.command.FileException;
import dev.keyfold.cli.command.Need;
import dev.keyfold.cli.command.StoreCommand;
import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.Limits;
import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.codec.phoenix.PhoenixDdl;
import dev.keyfold.db.Keyfold;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.errors.StoreUrlException;
import dev.keyfold.table.Row;
import dev.keyfold.table.Rows;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableBuilder;
import dev.keyfold.table.Tables;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonWriter;
import dev.keyfold.table.errors.EntryException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.where.KeyText;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

  /** So many rows of a view are read when it is created. */
  private static final int SAMPLED = 100;

  private static final String FORMAT = "--format";
  private static final String SHARD_HASH = "--shard-hash";
  private static final String OVER = "--over";
  private static final String VALUES = "--values";
  private static final String PHOENIX = "phoenix";
  private static final String WHERE = "--where";
  private static final String SKIP_BAD = "--skip-bad";

  private String schema = "";
  private String key = "";

  /** Of a view over a Phoenix table: the text of the DDL, and the salt buckets; else empty, 0. */
  private String ddl = "";

  private int salt;

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
    option(FORMAT, "F", false);
    option(SHARD_HASH, "H", false);
    option(OVER, "URL", false);
    option(VALUES, "FORM", false);
    option(WHERE, "W", false);
    flag(SKIP_BAD);
    option(SPLIT, "N", false);
    flag(JSON);
  }

  @Override
  public Need need(ParseResult args) {
    return Need.define(tableName(args));
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
    checkView(args);
    int parts = splitParts(args);
    try (Keyfold trial = Keyfold.open("memory:")) {
      Tables tables = trial.tables();
      Table<Row> table = tables.create(builder(args));
      if (args.hasMatchedOption(OVER)) {
        tryView(table);
      }
      splitPoints = parts == 0 ? List.of() : tables.splitPoints(tableName(args), parts);
    } catch (TableException | KeyException | StoreUrlException e) {
      throw usage(e.getMessage());
    }
  }

  /** The fields of a Phoenix table, and its key if no other one is asked for. */
  private void define(ParseResult args) {
    String file = args.matchedOptionValue(DDL, "");
    try {
      String text = console.files().text(file);
      PhoenixDdl parsed = PhoenixDdl.parse(text);
      PhoenixTable table = PhoenixTable.of(parsed);
      schema = table.fields();
      if (args.hasMatchedOption(OVER)) {
        ddl = text;
        salt = parsed.schema().shards();
        if (args.hasMatchedOption(KEY) || args.hasMatchedOption(SHARDS)) {
          throw usage(
              DDL + " and " + OVER + " take the key and the salt of the Phoenix table as they are");
        }
      }
      key = args.hasMatchedOption(KEY) ? key : table.key();
    } catch (KeyException e) {
      throw usage(DDL + " " + file + ": " + e.getMessage());
    } catch (IOException e) {
      throw new FileException("cannot read " + file, e);
    }
  }

  private void checkView(ParseResult args) {
    boolean view = args.hasMatchedOption(OVER);
    for (String option : List.of(VALUES, WHERE, SKIP_BAD)) {
      if (!view && args.hasMatchedOption(option)) {
        throw usage(option + " needs " + OVER + " URL with the store of a view");
      }
    }
    for (String option : List.of(INDEX, SPLIT, FROM)) {
      if (view && args.hasMatchedOption(option)) {
        throw usage(option + " cannot be combined with " + OVER + ": a view only reads its store");
      }
    }
  }

  /**
   * Reads some of the source, so that a wrong schema is noticed now and not later; throws if it
   * cannot be opened.
   */
  private void tryView(Table<Row> view) {
    try (Rows<Row> rows = view.where().allowScan(Long.MAX_VALUE).limit(SAMPLED).open()) {
      long count = 0;
      while (rows.step()) {
        count++;
      }
      long skipped = rows.work().skippedCount();
      if (skipped > 0) {
        console.complain(
            "note: "
                + Counted.of(skipped, "entry")
                + " of the source skipped to find "
                + Counted.of(count, "row"));
      } else if (count == 0) {
        console.complain("note: the source has no entries of view " + view.name() + " now");
      }
    } catch (EntryException e) {
      console.complain("note: " + e.getMessage());
    }
  }

  /** The schema inferred from a sample; without a key, it is only printed. */
  private String guess(ParseResult args) throws IOException {
    String file = args.matchedOptionValue(FROM, "");
    SchemaGuess guess;
    String text;
    try (InputStream in = console.files().open(file)) {
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

  /** The DDL is a part of the form, so that the view can be read without the file. */
  private String values(String form) {
    if (!form.equals(PHOENIX)) {
      return form;
    }
    if (ddl.isEmpty()) {
      throw usage(
          VALUES + ": found phoenix, expected " + DDL + " FILE with the columns of the table, too");
    }
    return PHOENIX + ":" + ddl;
  }

  /** The hash is a part of the names of formats that have a choice. */
  private static String withHash(String format, @Nullable String hash) {
    if (hash == null) {
      return format;
    }
    return switch (format) {
      case "native" -> "native:hash=" + hash;
      case "delimited" -> "delimited:1f,hash=" + hash;
      default -> format + ",hash=" + hash;
    };
  }

  private TableBuilder builder(ParseResult args) {
    TableBuilder builder = new TableBuilder(tableName(args)).fields(schema).key(key);
    String format = args.matchedOptionValue(FORMAT, null);
    String hash = args.matchedOptionValue(SHARD_HASH, null);
    if (format != null || hash != null) {
      builder.format(withHash(format == null ? KeyFormats.NATIVE.name() : format, hash));
    }
    if (!ddl.isEmpty()) {
      builder.format(KeyFormats.PHOENIX.name());
      if (salt > 0) {
        builder.shards(salt);
      }
    }
    if (args.hasMatchedOption(OVER)) {
      builder.over(args.matchedOptionValue(OVER, ""));
      if (args.hasMatchedOption(VALUES)) {
        builder.values(values(args.matchedOptionValue(VALUES, "")));
      }
      builder.entriesWhere(args.matchedOptionValue(WHERE, ""));
      if (args.hasMatchedOption(SKIP_BAD)) {
        builder.skipBadEntries();
      }
    }
    String shards = args.matchedOptionValue(SHARDS, null);
    String shardBy = args.matchedOptionValue(SHARD_BY, null);
    if (shards != null) {
      int count = (int) number(SHARDS, shards, Limits.SHARDS);
      if (shardBy == null) {
        builder.shards(count);
      } else {
        builder.shards(count, hashedFields(KeyText.parse(key).fields(), SHARD_BY, shardBy.strip()));
      }
    } else if (shardBy != null) {
      throw usage(SHARD_BY + " needs " + SHARDS + " with the number of shards");
    }
    List<String> indexes = args.matchedOptionValue(INDEX, List.of());
    indexes.forEach(builder::index);
    return builder;
  }
}
