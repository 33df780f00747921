package dev.keyfold.sql.jdbc;

import dev.keyfold.sql.SqlDatabase;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.catalog.SqlObject;
import dev.keyfold.sql.catalog.TableFacts;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.result.SqlColumn;
import dev.keyfold.sql.row.FieldColumns;
import dev.keyfold.table.schema.FieldDef;
import dev.keyfold.table.schema.IndexDef;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.where.OrderItem;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Describes the tables, views and indexes of a database to tools. */
final class KeyfoldMetaData extends MetaDataLimits {
  static final String SCHEMA = "public";

  private final KeyfoldConnection connection;

  KeyfoldMetaData(KeyfoldConnection connection) {
    this.connection = connection;
  }

  private SqlDatabase database() {
    return connection.database();
  }

  /** Whether a name fits a pattern with % and _; null fits all. */
  private static boolean fits(@Nullable String pattern, String name) {
    if (pattern == null || pattern.equals("%")) {
      return true;
    }
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        regex.append(Pattern.quote(String.valueOf(pattern.charAt(++i))));
      } else {
        regex.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(name).matches();
  }

  private static boolean fitsSchema(@Nullable String catalog, @Nullable String schema) {
    return (catalog == null || catalog.isEmpty()) && (schema == null || fits(schema, SCHEMA));
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String name,
      String @Nullable [] types) {
    MetaRows rows =
        new MetaRows(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "TABLE_TYPE",
            "REMARKS",
            "TYPE_CAT",
            "TYPE_SCHEM",
            "TYPE_NAME",
            "SELF_REFERENCING_COL_NAME",
            "REF_GENERATION");
    if (fitsSchema(catalog, schema)) {
      for (String table : database().tables().names()) {
        addTable(rows, table, "TABLE", name, types);
      }
      for (SqlObject object : database().catalog().objects()) {
        String type = object instanceof SqlObject.Sequence ? "SEQUENCE" : "VIEW";
        addTable(rows, object.name(), type, name, types);
      }
    }
    return rows.sorted(3, 2).result();
  }

  private static void addTable(
      MetaRows rows,
      String name,
      String type,
      @Nullable String pattern,
      String @Nullable [] types) {
    if (fits(pattern, name) && (types == null || Arrays.asList(types).contains(type))) {
      rows.add(null, SCHEMA, name, type, null, null, null, null, null, null);
    }
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      @Nullable String column) {
    MetaRows rows =
        new MetaRows(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "COLUMN_NAME",
            "DATA_TYPE#",
            "TYPE_NAME",
            "COLUMN_SIZE#",
            "BUFFER_LENGTH#",
            "DECIMAL_DIGITS#",
            "NUM_PREC_RADIX#",
            "NULLABLE#",
            "REMARKS",
            "COLUMN_DEF",
            "SQL_DATA_TYPE#",
            "SQL_DATETIME_SUB#",
            "CHAR_OCTET_LENGTH#",
            "ORDINAL_POSITION#",
            "IS_NULLABLE",
            "SCOPE_CATALOG",
            "SCOPE_SCHEMA",
            "SCOPE_TABLE",
            "SOURCE_DATA_TYPE#",
            "IS_AUTOINCREMENT",
            "IS_GENERATEDCOLUMN");
    if (fitsSchema(catalog, schema)) {
      for (TableDef def : database().tables().list()) {
        if (fits(table, def.name())) {
          TableFacts facts = database().catalog().readableFacts(def);
          int number = 0;
          for (FieldDef field : facts.visible(def)) {
            number++;
            if (fits(column, field.name())) {
              addColumn(rows, def.name(), FieldColumns.of(field, facts), number, field, facts);
            }
          }
        }
      }
      for (SqlObject.View view : database().catalog().views()) {
        if (fits(table, view.name())) {
          addViewColumns(rows, view, column);
        }
      }
    }
    return rows.sorted(2, 16).result();
  }

  private void addViewColumns(MetaRows rows, SqlObject.View view, @Nullable String pattern) {
    try (SqlSession session = database().session()) {
      int number = 0;
      for (SqlColumn each : session.prepare("select * from \"" + view.name() + '"').columns()) {
        number++;
        if (fits(pattern, each.name())) {
          addColumn(rows, view.name(), each, number, null, TableFacts.NONE);
        }
      }
    } catch (SqlStateException broken) {
      // a view of a table that is gone has no columns
    }
  }

  private static void addColumn(
      MetaRows rows,
      String table,
      SqlColumn column,
      int number,
      @Nullable FieldDef field,
      TableFacts facts) {
    String declared = field == null ? "" : facts.of(field).type();
    String defaultValue = field == null ? null : facts.of(field).defaultValue();
    boolean identity = field != null && facts.of(field).identity() != null;
    rows.add(
        null,
        SCHEMA,
        table,
        column.name(),
        column.jdbcType(),
        declared.isEmpty()
            ? column.typeName().toLowerCase(Locale.ROOT)
            : declared.replaceAll("\\(.*\\)", ""),
        column.precision() > 0 ? column.precision() : Integer.MAX_VALUE,
        null,
        column.scale(),
        10,
        column.nullable() ? columnNullable : columnNoNulls,
        null,
        defaultValue,
        0,
        0,
        Integer.MAX_VALUE,
        number,
        column.nullable() ? "YES" : "NO",
        null,
        null,
        null,
        null,
        identity ? "YES" : "NO",
        "NO");
  }

  private List<TableDef> named(
      @Nullable String catalog, @Nullable String schema, @Nullable String table) {
    return table != null && fitsSchema(catalog, schema) && database().tables().has(table)
        ? List.of(database().tables().table(table).definition())
        : List.of();
  }

  private static String keyName(TableDef def, TableFacts facts) {
    String name = facts.keyName();
    return name == null ? def.name() + "_pkey" : name;
  }

  private static boolean isHidden(TableDef def, TableFacts facts) {
    return facts.visible(def).size() < def.fields().size();
  }

  @Override
  public ResultSet getPrimaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table) {
    MetaRows rows =
        new MetaRows(
            "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "KEY_SEQ#", "PK_NAME");
    for (TableDef def : named(catalog, schema, table)) {
      TableFacts facts = database().catalog().facts(def);
      int number = 0;
      for (String column : isHidden(def, facts) ? List.<String>of() : def.key().fields()) {
        rows.add(null, SCHEMA, def.name(), column, ++number, keyName(def, facts));
      }
    }
    return rows.sorted(3).result();
  }

  @Override
  public ResultSet getIndexInfo(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      boolean unique,
      boolean approximate) {
    MetaRows rows =
        new MetaRows(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "NON_UNIQUE?",
            "INDEX_QUALIFIER",
            "INDEX_NAME",
            "TYPE#",
            "ORDINAL_POSITION#",
            "COLUMN_NAME",
            "ASC_OR_DESC",
            "CARDINALITY#",
            "PAGES#",
            "FILTER_CONDITION");
    for (TableDef def : named(catalog, schema, table)) {
      TableFacts facts = database().catalog().facts(def);
      if (!isHidden(def, facts)) {
        addIndex(rows, def, keyName(def, facts), true, def.key().parts(), null);
      }
      for (IndexDef index : def.indexes()) {
        if (index.text().unique() || !unique) {
          addIndex(
              rows,
              def,
              index.name(),
              index.text().unique(),
              index.text().parts(),
              index.text().isPartial() ? index.text().where().toString() : null);
        }
      }
    }
    return rows.sorted(3, 6, 5, 7).result();
  }

  private static void addIndex(
      MetaRows rows,
      TableDef def,
      String name,
      boolean unique,
      List<OrderItem> parts,
      @Nullable String condition) {
    int number = 0;
    for (OrderItem part : parts) {
      rows.add(
          null,
          SCHEMA,
          def.name(),
          !unique,
          null,
          name,
          (int) tableIndexOther,
          ++number,
          part.expression().toString(),
          part.descending() ? "D" : "A",
          0,
          0,
          condition);
    }
  }

  @Override
  public ResultSet getBestRowIdentifier(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      int scope,
      boolean nullable) {
    MetaRows rows =
        new MetaRows(
            "SCOPE#",
            "COLUMN_NAME",
            "DATA_TYPE#",
            "TYPE_NAME",
            "COLUMN_SIZE#",
            "BUFFER_LENGTH#",
            "DECIMAL_DIGITS#",
            "PSEUDO_COLUMN#");
    for (TableDef def : named(catalog, schema, table)) {
      TableFacts facts = database().catalog().facts(def);
      for (String name : def.key().fields()) {
        SqlColumn column = FieldColumns.of(def.fields().get(def.indexOf(name)), facts);
        rows.add(
            bestRowSession,
            name,
            column.jdbcType(),
            column.typeName(),
            column.precision(),
            0,
            column.scale(),
            isHidden(def, facts) ? bestRowPseudo : bestRowNotPseudo);
      }
    }
    return rows.result();
  }

  @Override
  public ResultSet getSchemas() {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String pattern) {
    MetaRows rows = new MetaRows("TABLE_SCHEM", "TABLE_CATALOG");
    for (String schema : List.of("kv", SCHEMA)) {
      if (fits(pattern, schema)) {
        rows.add(schema, null);
      }
    }
    return rows.result();
  }

  @Override
  public ResultSet getCatalogs() {
    return MetaRows.empty("TABLE_CAT");
  }

  @Override
  public ResultSet getTableTypes() {
    MetaRows rows = new MetaRows("TABLE_TYPE");
    List.of("SEQUENCE", "TABLE", "VIEW").forEach(rows::add);
    return rows.result();
  }

  @Override
  public ResultSet getTypeInfo() {
    return TypeRows.all();
  }

  @Override
  public ResultSet getImportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table) {
    return MetaDataNames.noForeignKeys();
  }

  @Override
  public ResultSet getExportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String table) {
    return MetaDataNames.noForeignKeys();
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public String getURL() {
    return connection.url();
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return connection.isReadOnly();
  }

  @Override
  public RowIdLifetime getRowIdLifetime() {
    return RowIdLifetime.ROWID_UNSUPPORTED;
  }
}
