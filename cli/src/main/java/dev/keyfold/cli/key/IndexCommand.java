package dev.keyfold.cli.key;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.keyfold.cli.command.Command;
import dev.keyfold.cli.command.Console;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.ValueText;
import dev.keyfold.codec.phoenix.PhoenixDdl;
import dev.keyfold.codec.phoenix.PhoenixIndex;
import dev.keyfold.table.entry.BadInputException;
import dev.keyfold.table.entry.JsonText;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** {@code keyfold key index}: row keys of a Phoenix index from rows of its table, and back. */
public final class IndexCommand extends Command {
  private static final String ID = "--index-id";
  private static final String TO_TABLE = "--to-table";

  private final DdlKeyOptions options;
  private final JsonText text = new JsonText();

  public IndexCommand(Console console) {
    super("index", console);
    options = new DdlKeyOptions(this, true);
    option(ID, "N", false);
    flag(TO_TABLE);
    flag(JSON);
  }

  @Override
  public boolean isPure() {
    return true;
  }

  @Override
  public int run(ParseResult args) throws IOException {
    PhoenixDdl ddl = options.ddl(args);
    PhoenixIndex last = ddl.index();
    if (last == null) {
      throw usage("--ddl: found no CREATE INDEX as the last statement, expected one");
    }
    PhoenixIndex index = options.inRegion(args, last);
    KeyLines out = new KeyLines(console.out(), args.hasMatchedOption(JSON));
    if (args.hasMatchedOption(TO_TABLE)) {
      HexText hex = new HexText();
      console.eachLine(
          line -> {
            hex.read(line.buffer(), line.start(), line.end());
            byte[] key = index.tableRow(Arrays.copyOf(hex.buffer(), hex.length()));
            out.write(key, key.length);
          });
      return console.status();
    }
    Long id = id(args, index);
    console.eachLine(
        line -> {
          Map<String, @Nullable Object> row = new HashMap<>();
          row.put(PhoenixIndex.ID, id);
          text.read(
              line.buffer(),
              line.start(),
              line.end(),
              parser -> read(parser, index, ddl.columnNames(), row));
          byte[] key = index.encode(row);
          out.write(key, key.length);
        });
    return console.status();
  }

  private @Nullable Long id(ParseResult args, PhoenixIndex index) {
    String id = args.matchedOptionValue(ID, null);
    if (index.hasId() != (id != null)) {
      throw usage(
          index.hasId()
              ? ID
                  + " N is missing: the keys of local indexes and of indexes on views begin with"
                  + " VIEW_INDEX_ID of SYSTEM.CATALOG"
              : ID + ": found an index of a table, expected a local one or one on a view");
    }
    try {
      return id == null ? null : Long.valueOf(id);
    } catch (NumberFormatException e) {
      throw usage(ID + ": found '" + id + "', expected a whole number");
    }
  }

  /** An object with the columns of a row; those that are not in the index are left out. */
  private static void read(
      JsonParser parser,
      PhoenixIndex index,
      List<String> columns,
      Map<String, @Nullable Object> row)
      throws IOException {
    JsonToken first = parser.nextToken();
    if (first != JsonToken.START_OBJECT) {
      throw new BadInputException(
          "found "
              + (first == null ? "an empty line" : JsonText.name(first))
              + ", expected a JSON object with the columns of a row");
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = column(columns, parser.currentName());
      parser.nextToken();
      KeyField field = field(index, name);
      if (field == null) {
        parser.skipChildren();
      } else {
        Object written = JsonText.value(parser, field);
        row.put(name, ValueText.read(index.schema().format(), field, written));
      }
    }
    if (parser.nextToken() != null) {
      throw new BadInputException(
          "found "
              + JsonText.name(parser.currentToken())
              + " after the object, expected one object per line");
    }
  }

  /** The column of that name; as in SQL, case matters only where it tells two columns apart. */
  private static String column(List<String> columns, String name) {
    if (columns.contains(name)) {
      return name;
    }
    List<String> like = columns.stream().filter(name::equalsIgnoreCase).toList();
    if (like.size() != 1) {
      throw new BadInputException(
          "found the column " + name + ", expected one of " + String.join(", ", columns));
    }
    return like.get(0);
  }

  private static @Nullable KeyField field(PhoenixIndex index, String name) {
    for (KeyField field : index.columns()) {
      if (field.name().equals(name)) {
        return field;
      }
    }
    return null;
  }
}
