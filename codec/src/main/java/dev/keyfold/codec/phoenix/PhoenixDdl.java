package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.KeyType;
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
 * Indexes that are partial or on expressions are refused, and views of other conditions than
 * equalities.
 *
 * <p>The keys of a local index, and of one on a view, begin with an id, the field {@link
 * PhoenixIndex#ID}; in a local index of a table of several regions also with {@link
 * PhoenixIndex#REGION}, see {@link PhoenixIndex#inRegion}.
 *
 * <p>Every error is a {@link KeySchemaException} that says line and column. Immutable.
 */
public final class PhoenixDdl {
  private final String name;
  private final KeySchema schema;
  private final Supplier<PhoenixColumns> columns;
  private final List<String> columnNames;
  private final @Nullable PhoenixIndex index;
  private final List<String> notes;

  private PhoenixDdl(
      String name,
      KeySchema schema,
      Supplier<PhoenixColumns> columns,
      List<String> columnNames,
      @Nullable PhoenixIndex index,
      List<String> notes) {
    this.name = name;
    this.schema = schema;
    this.columns = columns;
    this.columnNames = columnNames;
    this.index = index;
    this.notes = List.copyOf(notes);
  }

  /** Reads a text of one or more statements; ids of indexes are SMALLINT, as by default. */
  public static PhoenixDdl parse(String text) {
    return parse(text, KeyType.INT16);
  }

  /**
   * Reads a text of one or more statements.
   *
   * @param idType the type of ids in front of the keys of local indexes and of views: int64 where
   *     VIEW_INDEX_ID_DATA_TYPE in SYSTEM.CATALOG is BIGINT, otherwise int16
   */
  public static PhoenixDdl parse(String text, KeyType idType) {
    if (text.length() > Limits.SCHEMA_TEXT) {
      throw new KeySchemaException(
          null,
          -1,
          "a DDL text of " + text.length() + " characters",
          "at most " + Limits.SCHEMA_TEXT);
    }
    return new Script(new DdlTokens(text), idType).parse();
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

  /** The columns of the last table, or of the table of the last index, as they were written. */
  public List<String> columnNames() {
    return columnNames;
  }

  /** The last statement if it is CREATE INDEX; null if it is a table. */
  public @Nullable PhoenixIndex index() {
    return index;
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
    private final KeyType idType;
    private String name = "";
    private @Nullable KeySchema last;
    private @Nullable PhoenixIndex index;
    private @Nullable Supplier<PhoenixColumns> columns;
    private List<String> columnNames = List.of();

    Script(DdlTokens tokens, KeyType idType) {
      this.tokens = tokens;
      this.idType = idType;
    }

    PhoenixDdl parse() {
      do {
        statement();
        while (tokens.accept(";")) {
          // also several
        }
      } while (!tokens.isEnd());
      return new PhoenixDdl(
          name,
          Objects.requireNonNull(last),
          Objects.requireNonNull(columns),
          columnNames,
          index,
          notes);
    }

    private void statement() {
      tokens.expect("CREATE");
      boolean local = tokens.accept("LOCAL");
      if (local || tokens.accept("UNCOVERED") || tokens.is("INDEX")) {
        tokens.expect("INDEX");
        index(local);
        return;
      }
      boolean immutable = tokens.accept("IMMUTABLE");
      boolean view = tokens.accept("VIEW");
      if (!view && !tokens.accept("TABLE")) {
        throw tokens.found("TABLE, VIEW or INDEX");
      }
      ifNotExists();
      String key = qualifiedName("a table name");
      String own = name;
      DdlTable table = new DdlTable(tokens, notes, immutable);
      tables.put(key, view ? table.parseView(this::base) : table.parse());
      name = own;
      last = table.key();
      columns = table::cells;
      columnNames = table.columnNames();
      index = null;
    }

    /** The table that a view or an index names. */
    private DdlTable base() {
      String place = tokens.place();
      DdlTable table = tables.get(qualifiedName("a table name"));
      if (table == null) {
        throw DdlTokens.error("the table " + name, place, "CREATE TABLE " + name + " before it");
      }
      return table;
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

    private void index(boolean local) {
      ifNotExists();
      String indexName = tokens.name("an index name").toString();
      tokens.expect("ON");
      String place = tokens.place();
      DdlTable table = base();
      List<KeyField> indexed = columns(table);
      DdlOptions options = DdlOptions.parse(tokens);
      try {
        index = index(table, indexed, local, options);
      } catch (KeySchemaException e) {
        String which = e.field() == null ? "" : " for the column " + e.field();
        throw DdlTokens.error(e.found() + which + " of the index", place, e.expected());
      }
      last = index.schema();
      columns = () -> table.included(options);
      columnNames = table.columnNames();
      name = indexName;
    }

    private PhoenixIndex index(
        DdlTable table, List<KeyField> indexed, boolean local, DdlOptions options) {
      List<KeyField> all = new ArrayList<>(indexed);
      KeyField tenant = table.tenant();
      if (tenant != null) {
        all.removeIf(column -> column.name().equals(tenant.name()));
        all.add(0, tenant);
      }
      for (KeyField column : all) {
        if (table.constants().containsKey(column.name())) {
          throw new KeySchemaException(
              column.name(), -1, "a constant of the view", "a column that differs between rows");
        }
      }
      PhoenixIndex made = PhoenixIndex.of(table.key(), all);
      if (table.isView()) {
        made = made.ofView(idType, table.constants()); // salted like the table, whatever it says
      } else if (options.saltBuckets() >= 0) {
        made = made.salted(options.saltBuckets());
      }
      return local ? made.local(idType) : made;
    }

    private List<KeyField> columns(DdlTable table) {
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
