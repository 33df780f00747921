package dev.keyfold.codec.phoenix;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyField;
import dev.keyfold.codec.KeyFormats;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeySchemaException;
import dev.keyfold.codec.ValueText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a CREATE TABLE or CREATE VIEW says about keys, read statement part by statement part. */
final class DdlTable {
  /** A column of the primary key as the constraint names it. */
  private record Part(DdlTokens.Name name, boolean descending) {}

  private final DdlTokens tokens;
  private final List<String> notes;
  private final String place;
  private final Map<String, DdlColumn> columns = new LinkedHashMap<>();
  private final List<Part> key = new ArrayList<>();

  /** What the WHERE of a view sets columns to, by name. */
  private final Map<String, Object> constants = new LinkedHashMap<>();

  private @Nullable KeySchema schema;
  private @Nullable DdlOptions options;
  private boolean immutable;
  private boolean view;

  /**
   * @param immutable whether IMMUTABLE stands before TABLE
   */
  DdlTable(DdlTokens tokens, List<String> notes, boolean immutable) {
    this.tokens = tokens;
    this.notes = notes;
    this.immutable = immutable;
    this.place = tokens.place();
  }

  /** Reads from the parenthesis after the table's name to the end of the statement. */
  DdlTable parse() {
    columns();
    DdlOptions found = DdlOptions.parse(tokens);
    options = found;
    schema = unsalted().withShards(Math.max(found.saltBuckets(), 0));
    return this;
  }

  /**
   * Reads a view from after its name on: columns of its own, which may extend the key, then the
   * table or view that it selects from. Without a SELECT it is a table that is already there.
   *
   * @param bases finds that table, by the name that follows in the text
   */
  DdlTable parseView(Supplier<DdlTable> bases) {
    if (tokens.is("(")) {
      columns();
    }
    if (!tokens.accept("AS")) {
      options = DdlOptions.parse(tokens);
      schema = unsalted();
      return this;
    }
    tokens.expect("SELECT");
    tokens.expect("*");
    tokens.expect("FROM");
    DdlTable base = bases.get();
    extend(base);
    view = true;
    if (tokens.accept("WHERE")) {
      do {
        equality();
      } while (tokens.accept("AND"));
      if (tokens.accept("OR")) {
        throw notEqualities();
      }
    }
    DdlOptions.parse(tokens);
    return this;
  }

  /** Columns and key of the base come before those of the view. */
  private void extend(DdlTable base) {
    List<DdlColumn> own = List.copyOf(columns.values());
    List<Part> ownKey = List.copyOf(key);
    columns.clear();
    columns.putAll(base.columns);
    own.forEach(this::add);
    key.clear();
    key.addAll(base.key);
    key.addAll(ownKey);
    constants.putAll(base.constants);
    options = base.options; // its rows are in the table of the base
    immutable = base.immutable;
    schema = unsalted().withShards(base.key().shards());
  }

  /** One condition of a view: only equalities, as the index leaves out what they fix. */
  private void equality() {
    DdlTokens.Name name = tokens.name("a column of the view's condition");
    if (tokens.accept(".")) {
      name = tokens.name("the column name after its family");
    }
    DdlColumn column = column(name);
    if (!tokens.accept("=")) {
      throw notEqualities();
    }
    String at = tokens.place();
    Object literal = tokens.literal();
    for (KeyField field : key().fields()) {
      if (field.name().equals(column.name().text())) {
        try {
          Object value = ValueText.read(key().format(), field, literal);
          constants.put(field.name(), Objects.requireNonNull(value));
        } catch (KeyException e) {
          throw DdlTokens.error(e.found() + " for the column " + name, at, e.expected());
        }
      }
    }
  }

  private KeySchemaException notEqualities() {
    return tokens.found(
        "'=', as in a = 'x' AND b = 1: views of other conditions are not supported");
  }

  private void columns() {
    tokens.expect("(");
    while (!tokens.is(")")) {
      if (tokens.accept("CONSTRAINT")) {
        tokens.name("a name of the constraint");
        constraint();
        break; // always the last
      }
      column();
      if (!tokens.accept(",") && !tokens.is(")") && !tokens.is("CONSTRAINT")) {
        throw tokens.found("',' or ')'");
      }
    }
    tokens.expect(")");
  }

  private void column() {
    DdlTokens.Name name = tokens.name("a column name, CONSTRAINT or ')'");
    DdlTokens.Name family = null;
    if (tokens.accept(".")) {
      family = name;
      name = tokens.name("the column name after its family");
    }
    DdlColumn column = DdlColumn.parse(family, name, tokens);
    if (tokens.accept("NOT")) {
      tokens.expect("NULL");
      column = column.withNotNull(true);
    } else {
      tokens.accept("NULL");
    }
    if (tokens.accept("DEFAULT")) {
      skipExpression();
    }
    if (tokens.is("PRIMARY")) {
      primaryKey(tokens.place());
      key.add(part(name));
    } else if (tokens.accept("ENCODED_QUALIFIER")) {
      column = column.withQualifier(tokens.number(PhoenixStorage.FIRST, Integer.MAX_VALUE));
    }
    add(column);
  }

  /** Fields have no quotes, so a and "a" are two columns of Phoenix but one name of a field. */
  private void add(DdlColumn column) {
    DdlTokens.Name name = column.name();
    boolean taken =
        columns.values().stream().anyMatch(other -> other.name().text().equals(name.text()));
    if (columns.put(name.key(), column) != null || taken) {
      throw DdlTokens.error("a second column " + name, name.place(), "different names");
    }
  }

  private void skipExpression() {
    while (!tokens.is(",") && !tokens.is(")") && !tokens.is("PRIMARY") && !tokens.isEnd()) {
      if (tokens.is("(")) {
        tokens.skipParentheses();
      } else {
        tokens.advance();
      }
    }
  }

  private void primaryKey(String at) {
    if (!key.isEmpty()) {
      throw DdlTokens.error("a second PRIMARY KEY", at, "one per table");
    }
    tokens.expect("PRIMARY");
    tokens.expect("KEY");
  }

  private void constraint() {
    primaryKey(tokens.place());
    tokens.expect("(");
    do {
      key.add(part(tokens.name("a column of the key")));
    } while (tokens.accept(","));
    tokens.expect(")");
  }

  /** Direction and ROW_TIMESTAMP after a column of the key. */
  private Part part(DdlTokens.Name name) {
    boolean descending = tokens.accept("DESC");
    if (!descending) {
      tokens.accept("ASC");
    }
    if (tokens.accept("ROW_TIMESTAMP")) {
      notes.add(
          "column "
              + name
              + ": ROW_TIMESTAMP is ignored; it sets the timestamp of the cells, not the key");
    }
    return new Part(name, descending);
  }

  private KeySchema unsalted() {
    if (key.isEmpty()) {
      throw DdlTokens.error("a table without PRIMARY KEY", place, "the columns of its key");
    }
    List<KeyField> fields = new ArrayList<>();
    boolean varbinary = false;
    boolean encoded = false;
    for (Part part : key) {
      DdlColumn column = column(part.name);
      varbinary |= column.isVarbinary();
      encoded |= column.sqlType().equals("VARBINARY_ENCODED");
      fields.add(column.keyField(part.descending, key.size() == 1));
    }
    if (varbinary && encoded) {
      throw DdlTokens.error(
          "a key with VARBINARY and VARBINARY_ENCODED", place, "one of the two in a key");
    }
    KeySchema.Builder builder =
        KeySchema.builder().format(KeyFormats.named(varbinary ? "phoenix:varbinary" : "phoenix"));
    fields.forEach(field -> builder.field(field.name(), field.type(), field.order()));
    try {
      return builder.build();
    } catch (KeySchemaException e) {
      String which = e.field() == null ? "" : " of the column " + e.field();
      throw DdlTokens.error(e.found() + which + " in the key", place, e.expected());
    }
  }

  private DdlColumn column(DdlTokens.Name name) {
    DdlColumn column = columns.get(name.key());
    if (column == null) {
      throw DdlTokens.error(
          "the column " + name,
          name.place(),
          "a column of the table: " + String.join(", ", columns.keySet()));
    }
    return column;
  }

  /** The primary key, with its salt. */
  KeySchema key() {
    return Objects.requireNonNull(schema);
  }

  private boolean isMultiTenant() {
    return options().isMultiTenant();
  }

  private DdlOptions options() {
    return Objects.requireNonNull(options);
  }

  /** Where columns that are not in the key are. */
  private PhoenixStorage storage() {
    boolean never = immutable || options().immutable();
    return PhoenixStorage.of(options(), never, isMultiTenant());
  }

  /** The columns that are not in the key, in their order. */
  PhoenixColumns cells() {
    PhoenixColumns.Builder cells = new PhoenixColumns.Builder(storage());
    for (DdlColumn column : columns.values()) {
      if (key.stream().noneMatch(part -> part.name.key().equals(column.name().key()))) {
        cells.add(column, family(column), column.name().key(), column.qualifier());
      }
    }
    return cells.build();
  }

  private String family(DdlColumn column) {
    DdlTokens.Name family = column.family();
    return family == null ? options().defaultFamily() : family.key();
  }

  /**
   * The columns that an index includes. Its table has the storage of this one unless the index says
   * otherwise; there a column is named after its family and its name here.
   */
  PhoenixColumns included(DdlOptions index) {
    PhoenixColumns.Builder cells = new PhoenixColumns.Builder(storage().with(index));
    for (DdlOptions.Included included : index.included()) {
      DdlColumn column = column(included.column());
      String family = family(column);
      cells.add(column, family, family + ":" + column.name().key(), included.qualifier());
    }
    return cells.build();
  }

  /** Whether its indexes are in a table for all views. */
  boolean isView() {
    return view;
  }

  /** Values that the view gives to columns of the key, by name. */
  Map<String, Object> constants() {
    return constants;
  }

  /** All columns, as they were written. */
  List<String> columnNames() {
    return columns.values().stream().map(column -> column.name().text()).toList();
  }

  /** The column that all indexes of a table of several tenants begin with; null of one. */
  @Nullable KeyField tenant() {
    return isMultiTenant() ? key().field(0) : null;
  }

  /** A column with the direction it has in an index. */
  KeyField indexed(DdlTokens.Name name, boolean descending) {
    DdlColumn column = column(name);
    for (KeyField field : key().fields()) {
      if (field.name().equals(column.name().text())) {
        // PhoenixIndex takes the nullability of the key.
        return column.withNotNull(true).indexedField(descending);
      }
    }
    return column.indexedField(descending);
  }
}
