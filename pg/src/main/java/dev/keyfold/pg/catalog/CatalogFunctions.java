package dev.keyfold.pg.catalog;

import dev.keyfold.pg.catalog.CatalogModel.Index;
import dev.keyfold.pg.catalog.CatalogModel.Relation;
import dev.keyfold.pg.value.PgType;
import dev.keyfold.pg.value.WireType;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.result.TextForms;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Functions over the catalogs. Generated code calls them; their names are those of SQL. */
public final class CatalogFunctions {
  private CatalogFunctions() {}

  private static CatalogModel model() {
    return CatalogScope.current().model();
  }

  public static @Nullable String pgGetUserbyid(@Nullable Long oid) {
    return oid == null ? null : "keyfold";
  }

  public static Boolean pgTableIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static Boolean pgTypeIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static Boolean pgFunctionIsVisible(@Nullable Long oid) {
    return oid != null;
  }

  public static @Nullable String formatType(@Nullable Long oid, @Nullable Integer modifier) {
    if (oid == null) {
      return null;
    }
    WireType type = PgType.byOid(oid.intValue());
    return type == null
        ? "???"
        : ColumnTypes.name(
            new WireType(type.type(), type.array(), modifier == null ? -1 : modifier));
  }

  /** Expressions are kept as text. */
  public static @Nullable String pgGetExpr(@Nullable String text, @Nullable Long relation) {
    return text;
  }

  public static @Nullable String pgGetExpr(
      @Nullable String text, @Nullable Long relation, @Nullable Boolean pretty) {
    return text;
  }

  public static @Nullable String pgGetIndexdef(@Nullable Long oid) {
    return pgGetIndexdef(oid, 0, false);
  }

  public static @Nullable String pgGetIndexdef(
      @Nullable Long oid, @Nullable Integer column, @Nullable Boolean pretty) {
    Relation relation = oid == null ? null : model().byOid(oid);
    Index index = relation == null ? null : relation.index();
    if (relation == null || index == null || column == null) {
      return null;
    }
    if (column == 0) {
      return CatalogModel.indexText(relation, index);
    }
    if (column <= index.parts().size()) {
      var part = index.parts().get(column - 1);
      return part.column() == 0 ? part.expression() : CatalogModel.quoted(part.expression());
    }
    int carried = column - index.parts().size() - 1;
    return carried < index.include().size() ? index.include().get(carried) : null;
  }

  public static @Nullable String pgGetConstraintdef(@Nullable Long oid) {
    return oid == null ? null : ClassTables.constraintText(model(), oid);
  }

  public static @Nullable String pgGetConstraintdef(@Nullable Long oid, @Nullable Boolean pretty) {
    return pgGetConstraintdef(oid);
  }

  public static @Nullable String pgGetViewdef(@Nullable Long oid) {
    Relation relation = oid == null ? null : model().byOid(oid);
    return relation == null ? null : relation.query();
  }

  public static @Nullable String pgGetViewdef(@Nullable Long oid, @Nullable Boolean pretty) {
    return pgGetViewdef(oid);
  }

  public static @Nullable String pgGetSerialSequence(
      @Nullable String table, @Nullable String column) {
    return null; // identity columns have no sequence of their own
  }

  public static @Nullable String pgGetPartkeydef(@Nullable Long oid) {
    return null;
  }

  public static @Nullable String pgGetFunctiondef(@Nullable Long oid) {
    return null;
  }

  public static @Nullable String pgGetFunctionResult(@Nullable Long oid) {
    return null;
  }

  public static @Nullable String pgGetFunctionArguments(@Nullable Long oid) {
    return null;
  }

  public static @Nullable String pgGetFunctionIdentityArguments(@Nullable Long oid) {
    return null;
  }

  public static @Nullable String pgGetTriggerdef(@Nullable Long oid, @Nullable Boolean pretty) {
    return null;
  }

  public static @Nullable String pgGetStatisticsobjdefColumns(@Nullable Long oid) {
    return null;
  }

  public static Boolean pgRelationIsPublishable(@Nullable Object relation) {
    return false;
  }

  public static @Nullable String objDescription(@Nullable Long oid, @Nullable String catalog) {
    return null;
  }

  public static @Nullable String objDescription(@Nullable Long oid) {
    return null;
  }

  public static @Nullable String shobjDescription(@Nullable Long oid, @Nullable String catalog) {
    return null;
  }

  public static @Nullable String colDescription(@Nullable Long oid, @Nullable Integer column) {
    return null;
  }

  public static @Nullable String pgEncodingToChar(@Nullable Integer encoding) {
    return encoding == null ? null : "UTF8";
  }

  public static @Nullable Long pgTableSize(@Nullable Long oid) {
    return oid == null ? null : 0L;
  }

  public static @Nullable Long pgTotalRelationSize(@Nullable Long oid) {
    return pgTableSize(oid);
  }

  public static @Nullable Long pgRelationSize(@Nullable Long oid) {
    return pgTableSize(oid);
  }

  public static @Nullable Long pgDatabaseSize(@Nullable Object database) {
    return database == null ? null : 0L;
  }

  public static @Nullable String pgSizePretty(@Nullable Long bytes) {
    return bytes == null ? null : bytes + " bytes";
  }

  public static @Nullable String quoteIdent(@Nullable String name) {
    return name == null ? null : CatalogModel.quoted(name);
  }

  public static @Nullable String quoteLiteral(@Nullable String text) {
    return text == null ? null : "'" + text.replace("'", "''") + "'";
  }

  public static @Nullable String arrayToString(
      @Nullable List<?> array, @Nullable String separator) {
    return arrayToString(array, separator, null);
  }

  public static @Nullable String arrayToString(
      @Nullable List<?> array, @Nullable String separator, @Nullable String none) {
    if (array == null || separator == null) {
      return null;
    }
    StringJoiner text = new StringJoiner(separator);
    for (Object each : array) {
      if (each != null || none != null) {
        text.add(each == null ? none : TextForms.print(each));
      }
    }
    return text.toString();
  }

  public static @Nullable Integer arrayUpper(@Nullable List<?> array, @Nullable Integer dimension) {
    return array == null || array.isEmpty() ? null : array.size();
  }

  public static @Nullable Integer arrayLower(@Nullable List<?> array, @Nullable Integer dimension) {
    return array == null || array.isEmpty() ? null : 1;
  }

  /** Where the number stands in the array, from 1; 0 if it does not. */
  public static Integer keyfoldPosition(@Nullable List<?> array, @Nullable Integer number) {
    return array == null || number == null ? 0 : array.indexOf(number) + 1;
  }

  /** 1 if the column of an index at that position is descending. */
  public static Integer keyfoldOption(@Nullable List<?> options, @Nullable Integer position) {
    if (options == null || position == null || position < 1 || position > options.size()) {
      return 0;
    }
    return options.get(position - 1) instanceof Number option ? option.intValue() & 1 : 0;
  }

  // --- casts to and from the types of objects ---

  /** The number of a table, index, view or sequence; {@code 'name'::regclass}. */
  public static @Nullable Long regclassOid(@Nullable String name) {
    if (name == null) {
      return null;
    }
    Long found = toRegclass(name);
    if (found == null) {
      throw new SqlStateException(
          SqlStates.UNDEFINED_TABLE, "relation \"" + name + "\" does not exist");
    }
    return found;
  }

  public static @Nullable Long toRegclass(@Nullable String name) {
    if (name == null) {
      return null;
    }
    if (name.matches("\\d{1,10}")) {
      return Long.valueOf(name);
    }
    String[] parts = name.split("\\.", -1);
    String last = parts[parts.length - 1];
    String plain =
        last.startsWith("\"") ? last.replace("\"", "") : last.toLowerCase(java.util.Locale.ROOT);
    if (PgCatalog.names().contains(plain)) {
      return CatalogModel.oid("catalog", plain);
    }
    Relation relation = model().byName(plain);
    return relation == null ? null : relation.oid();
  }

  public static @Nullable String regclassText(@Nullable Long oid) {
    if (oid == null) {
      return null;
    }
    Relation relation = model().byOid(oid);
    if (relation != null) {
      return CatalogModel.quoted(relation.name());
    }
    for (String name : PgCatalog.names()) {
      if (CatalogModel.oid("catalog", name) == oid) {
        return name;
      }
    }
    return oid == 0 ? "-" : oid.toString();
  }

  public static @Nullable Long regtypeOid(@Nullable String name) {
    if (name == null) {
      return null;
    }
    String plain = name.replace("pg_catalog.", "");
    for (PgType type : PgType.values()) {
      if (type.shortName().equals(plain) || type.sqlName().equals(plain)) {
        return (long) type.oid();
      }
      if ((type.sqlName() + "[]").equals(plain) || ("_" + type.shortName()).equals(plain)) {
        return (long) type.arrayOid();
      }
    }
    throw new SqlStateException(SqlStates.UNDEFINED_OBJECT, "type \"" + name + "\" does not exist");
  }

  public static @Nullable Long toRegtype(@Nullable String name) {
    try {
      return regtypeOid(name);
    } catch (SqlStateException e) {
      return null;
    }
  }

  public static @Nullable String regtypeText(@Nullable Long oid) {
    return oid != null && oid == 0 ? "-" : formatType(oid, null);
  }

  public static @Nullable Long regnamespaceOid(@Nullable String name) {
    return name == null
        ? null
        : (Long)
            switch (name) {
              case "public" -> CatalogModel.PUBLIC;
              case "pg_catalog" -> CatalogModel.PG_CATALOG;
              case "information_schema" -> CatalogModel.INFORMATION_SCHEMA;
              case "kv" -> CatalogModel.KV;
              default ->
                  throw new SqlStateException("3F000", "schema \"" + name + "\" does not exist");
            };
  }

  public static @Nullable String regnamespaceText(@Nullable Long oid) {
    if (oid == null) {
      return null;
    }
    return oid == CatalogModel.PUBLIC
        ? "public"
        : oid == CatalogModel.PG_CATALOG
            ? "pg_catalog"
            : oid == CatalogModel.KV ? "kv" : "information_schema";
  }

  /** The catalogs name functions by their names, not by numbers. */
  public static @Nullable String regprocOid(@Nullable String name) {
    return name == null ? null : name.replace("pg_catalog.", "");
  }

  public static @Nullable String regprocText(@Nullable Object name) {
    return name == null ? null : name.toString();
  }

  public static @Nullable Long regroleOid(@Nullable String name) {
    return name == null ? null : (Long) CatalogModel.OWNER;
  }

  public static @Nullable String regroleText(@Nullable Long oid) {
    return pgGetUserbyid(oid);
  }
}
