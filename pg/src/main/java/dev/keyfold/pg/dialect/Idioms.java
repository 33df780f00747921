package dev.keyfold.pg.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Phrases of drivers' queries over the catalogs that use what the query side does not have: set
 * returning functions in the SELECT list, fields of composite values, and features that no table
 * here has, such as TOAST tables and publications. Stateless.
 */
final class Idioms {
  /**
   * A phrase.
   *
   * @param hint a part of it that is quick to search for
   */
  private record Idiom(String hint, Pattern phrase, String instead) {}

  /** Instead of characters of the statement, from start to end. */
  record Found(int start, int end, String text) {}

  private static final List<Idiom> ALL = new ArrayList<>();

  static {
    // pgbench: how full PostgreSQL's pages are, and whether it may skip VACUUM
    add(
        "fillfactor",
        "(?i)\\A(\\s*create\\s+(?:unlogged\\s+)?table\\s.*\\))\\s*with\\s*"
            + "\\(\\s*fillfactor\\s*=\\s*\\d+\\s*\\)\\s*\\z",
        "$1");
    add(
        "freeze",
        "(?i)\\A(\\s*copy\\s.*?)\\s+with\\s*\\(\\s*freeze(?:\\s+(?:on|true|1))?\\s*\\)\\s*\\z",
        "$1");
    // psql \d+: options of TOAST tables, and the columns of publications
    add(
        "toast.",
        "\\|\\|\\s*array\\(select 'toast\\.' \\|\\| x from pg_catalog\\.unnest\\(tc\\.reloptions\\)"
            + " x\\)",
        "");
    add(
        "prattrs",
        "\\(SELECT string_agg\\(attname, ', '\\)\\s+FROM pg_catalog\\.generate_series"
            + ".*?prattrs\\[s\\]\\)",
        "CAST(NULL AS VARCHAR)");
    // psql \dew+, \des+: options of what does not exist; \dP+: partitions
    add(
        "pg_options_to_table",
        "FROM\\s+pg_catalog\\.pg_options_to_table\\(\\w+\\)",
        "FROM (VALUES (CAST(NULL AS VARCHAR), CAST(NULL AS VARCHAR)))"
            + " AS options(option_name, option_value)");
    add(
        "pg_partition_tree",
        "pg_catalog\\.pg_partition_tree\\(c\\.oid\\) ppt",
        "(VALUES (CAST(0 AS BIGINT), TRUE, 0)) AS ppt(relid, isleaf, level)");
    // pgjdbc getIndexInfo: the columns of an index, one row each
    add(
        "I_INDOPTION",
        "\\(information_schema\\._pg_expandarray\\(i\\.indkey\\)\\)\\.n AS ORDINAL_POSITION",
        "pos.n AS ORDINAL_POSITION");
    add(
        "I_INDOPTION",
        "JOIN pg_catalog\\.pg_index i ON \\(ct\\.oid ?= ?i\\.indrelid\\)",
        "JOIN pg_catalog.pg_index i ON (ct.oid = i.indrelid)"
            + " JOIN pg_catalog.keyfold_index_columns pos ON pos.indexrelid = i.indexrelid");
    add(
        "I_INDOPTION",
        "tmp\\.I_INDOPTION\\[tmp\\.ORDINAL_POSITION - 1\\] & 1::smallint",
        "pg_catalog.keyfold_option(tmp.I_INDOPTION, tmp.ORDINAL_POSITION)");
    // pgjdbc getPrimaryKeys, getBestRowIdentifier: the position of a column in a key
    add(
        "expandarray",
        "\\(information_schema\\._pg_expandarray\\((\\w+\\.\\w+)\\)\\)\\.n",
        "pg_catalog.keyfold_position($1, a.attnum)");
    add(
        "expandarray",
        "information_schema\\._pg_expandarray\\((\\w+\\.\\w+)\\) AS KEYS, a\\.attnum AS A_ATTNUM",
        "pg_catalog.keyfold_position($1, a.attnum) AS KEYS, a.attnum AS A_ATTNUM");
    add(".KEYS).x", "result\\.A_ATTNUM = \\(result\\.KEYS\\)\\.x", "result.KEYS > 0");
    add(
        "expandarray",
        "information_schema\\._pg_expandarray\\((\\w+\\.\\w+)\\) AS keys",
        "$1 AS keys");
    add(
        ".keys).x",
        "a\\.attnum = \\((\\w+)\\.keys\\)\\.x",
        "pg_catalog.keyfold_position($1.keys, a.attnum) > 0");
    // pgjdbc getTypeInfo: the schemas of the search path, of which there is one
    add(
        "generate_series",
        "generate_series\\(1, array_upper\\(current_schemas\\(false\\), 1\\)\\) as s\\(r\\)",
        "(VALUES (1)) AS s(r)");
    // Transactions are serializable: what one reads and another changes is a conflict at COMMIT
    for (String hint : List.of("for ", "FOR ", "For ")) {
      add(
          hint,
          "(?i)\\s+for\\s+(?:no\\s+key\\s+update|update|key\\s+share|share)"
              + "(?:\\s+of\\s+[\\w.\", ]+?)?(?:\\s+nowait)?\\s*\\z",
          "");
    }
    // DBeaver: the key words that its editor highlights
    add("pg_get_keywords", "pg_catalog\\.pg_get_keywords\\(\\)", "pg_catalog.keyfold_keywords");
    // Grafana: the schemas of the search path, of which there is one; and the parts of a name
    add(
        "search_path",
        "SELECT\\s+CASE WHEN trim\\(s\\[i\\]\\).{1,60}?END\\s+FROM\\s+generate_series\\(.{1,300}?as i,"
            + "\\s*string_to_array\\(current_setting\\('search_path'\\),','\\) s",
        "SELECT path.schema_name FROM (VALUES ('public')) AS path(schema_name)");
    add(
        "parse_ident",
        "array_length\\(parse_ident\\(('(?:[^']|'')*')\\), ?1\\)",
        "pg_catalog.keyfold_ident_parts($1)");
    add(
        "parse_ident",
        "\\(parse_ident\\(('(?:[^']|'')*')\\)\\)\\[1\\]",
        "pg_catalog.keyfold_ident_part($1, 1)");
    add(
        "parse_ident",
        "\\(parse_ident\\(('(?:[^']|'')*')\\)\\)\\[2\\]",
        "pg_catalog.keyfold_ident_part($1, 2)");
    // pgjdbc getImportedKeys: there are no foreign keys
    add(
        "generate_series",
        "pg_catalog\\.generate_series\\(1, ?\\d+\\) pos\\(n\\)",
        "(VALUES (1)) AS pos(n)");
  }

  private static void add(String hint, String phrase, String instead) {
    ALL.add(new Idiom(hint, Pattern.compile(phrase, Pattern.DOTALL), instead));
  }

  private Idioms() {}

  /** All phrases in a statement. */
  static List<Found> in(String text) {
    List<Found> found = new ArrayList<>();
    for (Idiom idiom : ALL) {
      if (text.contains(idiom.hint)) {
        Matcher matcher = idiom.phrase.matcher(text);
        while (matcher.find()) {
          String instead =
              matcher.groupCount() == 0 || matcher.group(1) == null
                  ? idiom.instead
                  : idiom.instead.replace("$1", matcher.group(1));
          found.add(new Found(matcher.start(), matcher.end(), instead));
        }
      }
    }
    return found;
  }
}
