package dev.keyfold.pg.dialect;

import dev.keyfold.pg.value.PgType;
import dev.keyfold.pg.value.WireType;
import dev.keyfold.sql.parse.SqlToken;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's names of types, and what the query side calls them. Stateless. */
final class TypeNames {
  /** Of numeric without digits: as the SQL layer keeps such columns. */
  private static final String OPEN_DIGITS = "(200, 50)";

  private static final Map<String, String> NAMES = new HashMap<>();

  static {
    put("VARCHAR", "text", "name", "varchar", "bpchar", "char", "unknown", "json", "jsonb", "xml");
    put("VARCHAR", "cstring", "citext", "sql_identifier", "character_data", "yes_or_no");
    put("VARCHAR", "aclitem", "inet", "pg_node_tree", "character", "regexp", "xid8");
    put("SMALLINT", "int2", "smallint");
    put("INTEGER", "int4", "int", "integer", "cardinal_number");
    put("BIGINT", "int8", "bigint", "oid", "xid", "cid");
    put("REAL", "float4", "real");
    put("DOUBLE", "float8", "double", "float");
    put("BOOLEAN", "bool", "boolean");
    put("DECIMAL", "numeric", "decimal");
    put("VARBINARY", "bytea");
    put("TIMESTAMP", "timestamp", "timestamptz");
    put("DATE", "date");
    put("TIME", "time");
    put("UUID", "uuid");
  }

  private static void put(String query, String... names) {
    for (String name : names) {
      NAMES.put(name, query);
    }
  }

  /** Types that are numbers of objects and print as their names. */
  private static final Map<String, String> OBJECTS =
      Map.of(
          "regclass", "regclass",
          "regtype", "regtype",
          "regnamespace", "regnamespace",
          "regproc", "regproc",
          "regprocedure", "regproc",
          "regoper", "regproc",
          "regoperator", "regproc",
          "regrole", "regrole");

  /**
   * A type in a statement.
   *
   * @param end index of the first token after it
   * @param query what the query side calls it, with its length; null for a type of objects
   * @param object the type of objects; null for others
   */
  record Found(int end, @Nullable String query, @Nullable String object, boolean array) {}

  private TypeNames() {}

  /** The type that begins at that token; null if it is none. */
  static @Nullable Found at(List<SqlToken> tokens, int start) {
    int at = start;
    if (tokens.get(at).isName() && tokens.get(at + 1).isSign(".")) {
      String schema = tokens.get(at).text();
      if (!schema.equals("pg_catalog") && !schema.equals("information_schema")) {
        return null;
      }
      at += 2;
    }
    SqlToken name = tokens.get(at++);
    if (!name.isName()) {
      return null;
    }
    String object = OBJECTS.get(name.text());
    String query = NAMES.get(name.text());
    if (object == null && query == null) {
      return null;
    }
    at = words(tokens, at, name.text());
    StringBuilder size = new StringBuilder();
    if (tokens.get(at).isSign("(") && tokens.get(at + 1).kind() == SqlToken.Kind.NUMBER) {
      do {
        size.append(tokens.get(at).text());
      } while (!tokens.get(at++).isSign(")") && tokens.get(at).kind() != SqlToken.Kind.END);
    }
    at = words(tokens, at, name.text());
    boolean array = false;
    while (tokens.get(at).isSign("[") && tokens.get(at + 1).isSign("]")) {
      array = true;
      at += 2;
    }
    if (query != null && query.equals("DECIMAL") && size.isEmpty()) {
      size.append(OPEN_DIGITS);
    }
    return new Found(at, query == null ? null : query + size, object, array);
  }

  private static int words(List<SqlToken> tokens, int from, String name) {
    int at = from;
    if (name.equals("double") && tokens.get(at).isWord("precision")) {
      at++;
    }
    if (name.equals("character") && tokens.get(at).isWord("varying")) {
      at++;
    }
    boolean zone = tokens.get(at).isWord("with") || tokens.get(at).isWord("without");
    if (name.startsWith("time") && zone && tokens.get(at + 1).isWord("time")) {
      at += 3;
    }
    return at;
  }

  /** What to cast a parameter of that type to; text if it is unknown. */
  static String ofOid(int oid) {
    WireType type = PgType.byOid(oid);
    if (type == null || type.type() == PgType.UNKNOWN) {
      return "VARCHAR";
    }
    String name = NAMES.getOrDefault(type.type().shortName(), "VARCHAR");
    name = name.equals("DECIMAL") ? name + OPEN_DIGITS : name;
    return type.array() ? name + " ARRAY" : name;
  }
}
