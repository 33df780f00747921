package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.Limits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Schemas from the DDL of Phoenix: the text of CREATE TABLE gives the schema of the table's row
 * keys, and CREATE INDEX after it the schema of the index's.
 *
 * <pre>{@code
 * PhoenixDdl.parse("""
 *     CREATE TABLE IF NOT EXISTS shop.orders (
 *       user VARCHAR NOT NULL, at DATE NOT NULL, total DECIMAL(10,2)
 *       CONSTRAINT pk PRIMARY KEY (user, at DESC)) SALT_BUCKETS = 16
 *     """).schema();   // user string, at timestamp desc; 16 shards; format phoenix
 * }</pre>
 *
 * <p>A text may have several statements; {@link #schema()} is the key of the last one. Columns keep
 * their names as they were written; unquoted names match in any case. VARCHAR columns of a key are
 * nullable unless they are NOT NULL. {@link #columns()} reads the other columns from the cells of a
 * row. Properties that change neither the key nor where columns are, and SPLIT ON, are skipped.
 * Arrays in a key, indexes that are local, partial, on views, on expressions or on tables of
 * several tenants are refused.
 *
 * <p>Every error is a {@link KeySchemaException} that says line and column. Immutable.
 */
public final class PhoenixDdl {
  private final String name;
  private final KeySchema schema;
  private final Supplier<PhoenixColumns> columns;
  private final List<String> notes;

  private PhoenixDdl(
      String name, KeySchema schema, Supplier<PhoenixColumns> columns, List<String> notes) {
    this.name = name;
    this.schema = schema;
    this.columns = columns;
    this.notes = List.copyOf(notes);
  }

  /** Reads a text of one or more statements. */
  public static PhoenixDdl parse(String text) {
    if (text.length() > Limits.SCHEMA_TEXT) {
      throw new KeySchemaException(
          null,
          -1,
          "a DDL text of " + text.length() + " characters",
          "at most " + Limits.SCHEMA_TEXT);
    }
    return new Script(new DdlTokens(text)).parse();
  }

  /** The name of the last table or index, as it was written. */
  public String name() {
    return name;
  }

  /** The key of the last table or index, with its salt as shards. */
  public KeySchema schema() {
    return schema;
  }

  /**
   * The columns of the last table that are not in the key, or those that the index includes. A type
   * whose values cannot be read is refused only here: keys do not need it.
   */
  public PhoenixColumns columns() {
    return columns.get();
  }

  /** What was ignored although it stands in the key, as sentences for people; often empty. */
  public List<String> notes() {
    return notes;
  }

  /** The statements of one text; an index needs the table before it. */
  private static final class Script {
    private final DdlTokens tokens;
    private final Map<String, DdlTable> tables = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private String name = "";
    private @Nullable KeySchema last;
    private @Nullable Supplier<PhoenixColumns> columns;

    Script(DdlTokens tokens) {
      this.tokens = tokens;
    }

    PhoenixDdl parse() {
      do {
        statement();
        while (tokens.accept(";")) {
          // also several
        }
      } while (!tokens.isEnd());
      return new PhoenixDdl(
          name, Objects.requireNonNull(last), Objects.requireNonNull(columns), notes);
    }

    private void statement() {
      tokens.expect("CREATE");
      if (tokens.is("LOCAL")) {
        throw tokens.found(
            "a global index: the keys of a local one begin with the start of their region and an"
                + " id, which no DDL says");
      }
      if (tokens.is("VIEW")) {
        throw tokens.found("TABLE or INDEX: a view has the key of its table, so give that");
      }
      if (tokens.accept("UNCOVERED") || tokens.is("INDEX")) {
        tokens.expect("INDEX");
        index();
      } else {
        boolean immutable = tokens.accept("IMMUTABLE");
        if (!tokens.accept("TABLE")) {
          throw tokens.found("TABLE or INDEX");
        }
        ifNotExists();
        String key = qualifiedName("a table name");
        DdlTable table = new DdlTable(tokens, notes, immutable).parse();
        tables.put(key, table);
        last = table.key();
        columns = table::cells;
      }
    }

    private void ifNotExists() {
      if (tokens.accept("IF")) {
        tokens.expect("NOT");
        tokens.expect("EXISTS");
      }
    }

    /** The name as Phoenix keeps it, with its schema if it has one. */
    private String qualifiedName(String what) {
      DdlTokens.Name first = tokens.name(what);
      name = first.toString();
      if (!tokens.accept(".")) {
        return first.key();
      }
      DdlTokens.Name second = tokens.name(what + " after its schema");
      name = first + "." + second;
      return first.key() + "." + second.key();
    }

    private void index() {
      ifNotExists();
      String indexName = tokens.name("an index name").toString();
      tokens.expect("ON");
      String place = tokens.place();
      DdlTable table = tables.get(qualifiedName("a table name"));
      if (table == null || table.isMultiTenant()) {
        throw DdlTokens.error(
            "an index on " + name,
            place,
            table == null
                ? "CREATE TABLE " + name + " before it; keys of indexes on views are not supported"
                : "a table without MULTI_TENANT=true: its indexes are not supported");
      }
      List<KeyField> indexed = indexed(table);
      DdlOptions options = DdlOptions.parse(tokens);
      KeySchema schema;
      try {
        schema = PhoenixIndex.of(table.key(), indexed).schema();
      } catch (KeySchemaException e) {
        String which = e.field() == null ? "" : " for the column " + e.field();
        throw DdlTokens.error(e.found() + which + " of the index", place, e.expected());
      }
      columns = () -> table.included(options);
      last = options.saltBuckets() < 0 ? schema : schema.withShards(options.saltBuckets());
      name = indexName;
    }

    private List<KeyField> indexed(DdlTable table) {
      List<KeyField> columns = new ArrayList<>();
      tokens.expect("(");
      do {
        DdlTokens.Name column = tokens.name("a column of the table");
        if (tokens.accept(".")) {
          column = tokens.name("the column name after its family");
        }
        boolean descending = tokens.accept("DESC");
        if (!descending && !tokens.accept("ASC") && !tokens.is(",") && !tokens.is(")")) {
          throw tokens.found("',' or ')': indexes on expressions are not supported");
        }
        columns.add(table.indexed(column, descending));
      } while (tokens.accept(","));
      tokens.expect(")");
      return columns;
    }
  }
}
