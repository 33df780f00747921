package dev.keyfold.pg.catalog;

import dev.keyfold.pg.catalog.CatalogModel.Index;
import dev.keyfold.pg.catalog.CatalogModel.Relation;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.SqlLexer;
import dev.keyfold.sql.parse.SqlToken;
import dev.keyfold.sql.session.Access;
import dev.keyfold.sql.session.Access.Right;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the user of the connection may do: has_table_privilege and its siblings, answered from the
 * rights that statements are checked with. Generated code calls them; their names are those of SQL.
 *
 * <pre>
 *   SELECT                              read
 *   INSERT, UPDATE, DELETE, TRUNCATE    write
 *   REFERENCES, TRIGGER                 define
 * </pre>
 */
public final class PrivilegeFunctions {
  private static final String GRANT_OPTION = " WITH GRANT OPTION";

  private static final Map<String, Right> OF_TABLES =
      Map.of(
          "SELECT", Right.READ,
          "INSERT", Right.WRITE,
          "UPDATE", Right.WRITE,
          "DELETE", Right.WRITE,
          "TRUNCATE", Right.WRITE,
          "REFERENCES", Right.DEFINE,
          "TRIGGER", Right.DEFINE);

  private static final Map<String, Right> OF_SEQUENCES =
      Map.of("SELECT", Right.READ, "USAGE", Right.WRITE, "UPDATE", Right.WRITE);

  private PrivilegeFunctions() {}

  public static @Nullable Boolean hasTablePrivilege(
      @Nullable Object table, @Nullable String privilege) {
    return onRelation(table, privilege, OF_TABLES);
  }

  public static @Nullable Boolean hasTablePrivilege(
      @Nullable Object user, @Nullable Object table, @Nullable String privilege) {
    return isOwn(user) ? onRelation(table, privilege, OF_TABLES) : null;
  }

  public static @Nullable Boolean hasAnyColumnPrivilege(
      @Nullable Object table, @Nullable String privilege) {
    return hasTablePrivilege(table, privilege);
  }

  public static @Nullable Boolean hasAnyColumnPrivilege(
      @Nullable Object user, @Nullable Object table, @Nullable String privilege) {
    return hasTablePrivilege(user, table, privilege);
  }

  /** Rights are to tables, not to columns. */
  public static @Nullable Boolean hasColumnPrivilege(
      @Nullable Object table, @Nullable Object column, @Nullable String privilege) {
    return column == null ? null : hasTablePrivilege(table, privilege);
  }

  public static @Nullable Boolean hasColumnPrivilege(
      @Nullable Object user,
      @Nullable Object table,
      @Nullable Object column,
      @Nullable String privilege) {
    return column == null ? null : hasTablePrivilege(user, table, privilege);
  }

  public static @Nullable Boolean hasSequencePrivilege(
      @Nullable Object sequence, @Nullable String privilege) {
    return onRelation(sequence, privilege, OF_SEQUENCES);
  }

  public static @Nullable Boolean hasSequencePrivilege(
      @Nullable Object user, @Nullable Object sequence, @Nullable String privilege) {
    return isOwn(user) ? onRelation(sequence, privilege, OF_SEQUENCES) : null;
  }

  /** USAGE of schema kv needs the right to all structures; CREATE that to define all tables. */
  public static @Nullable Boolean hasSchemaPrivilege(
      @Nullable Object schema, @Nullable String privilege) {
    if (schema == null || privilege == null) {
      return null;
    }
    Long oid =
        schema instanceof Number number
            ? (Long) number.longValue()
            : CatalogFunctions.regnamespaceOid(schema.toString());
    boolean kv = oid != null && oid == CatalogModel.KV;
    boolean own = oid != null && oid == CatalogModel.PUBLIC;
    return any(
        privilege,
        Set.of("USAGE", "CREATE"),
        each ->
            each.equals("USAGE") ? !kv || mayReadStructures() : own && allows("*", Right.DEFINE));
  }

  public static @Nullable Boolean hasSchemaPrivilege(
      @Nullable Object user, @Nullable Object schema, @Nullable String privilege) {
    return isOwn(user) ? hasSchemaPrivilege(schema, privilege) : null;
  }

  /** There are neither temporary tables nor schemas to create. */
  public static @Nullable Boolean hasDatabasePrivilege(
      @Nullable Object database, @Nullable String privilege) {
    return (database == null || privilege == null)
        ? null
        : (Boolean)
            any(
                privilege,
                Set.of("CONNECT", "CREATE", "TEMPORARY", "TEMP"),
                each -> each.equals("CONNECT"));
  }

  public static @Nullable Boolean hasDatabasePrivilege(
      @Nullable Object user, @Nullable Object database, @Nullable String privilege) {
    return isOwn(user) ? hasDatabasePrivilege(database, privilege) : null;
  }

  public static @Nullable Boolean hasFunctionPrivilege(
      @Nullable Object function, @Nullable String privilege) {
    return (function == null || privilege == null)
        ? null
        : (Boolean) any(privilege, Set.of("EXECUTE"), each -> true);
  }

  public static @Nullable Boolean hasFunctionPrivilege(
      @Nullable Object user, @Nullable Object function, @Nullable String privilege) {
    return isOwn(user) ? hasFunctionPrivilege(function, privilege) : null;
  }

  /** There are no roles but the user. */
  public static @Nullable Boolean pgHasRole(@Nullable Object role, @Nullable String privilege) {
    return (role == null || privilege == null) ? null : (Boolean) isOwn(role);
  }

  public static @Nullable Boolean pgHasRole(
      @Nullable Object user, @Nullable Object role, @Nullable String privilege) {
    return isOwn(user) ? pgHasRole(role, privilege) : null;
  }

  // --- how ---

  /** False for null; fails for a user other than that of the connection, whom no catalog lists. */
  private static boolean isOwn(@Nullable Object user) {
    if (user == null) {
      return false;
    }
    String own = CatalogScope.current().user();
    boolean same =
        user instanceof Number number
            ? number.longValue() == CatalogModel.OWNER
            : user.toString().equals(own) || user.toString().equals("keyfold");
    if (!same) {
      throw new SqlStateException(
          SqlStates.UNDEFINED_OBJECT,
          "role \"" + user + "\" does not exist",
          "A connection knows the rights of its own user, " + own + ".");
    }
    return true;
  }

  private static @Nullable Boolean onRelation(
      @Nullable Object relation, @Nullable String privilege, Map<String, Right> rights) {
    if (relation == null || privilege == null) {
      return null;
    }
    Long oid =
        relation instanceof Number number
            ? (Long) number.longValue()
            : CatalogFunctions.regclassOid(relation.toString());
    Relation found = oid == null ? null : CatalogScope.current().model().byOid(oid);
    if (found == null) {
      boolean system =
          PgCatalog.names().stream()
              .anyMatch(name -> oid != null && CatalogModel.oid("catalog", name) == oid);
      return system
          ? (Boolean) any(privilege, rights.keySet(), each -> rights.get(each) == Right.READ)
          : null;
    }
    return any(
        privilege,
        rights.keySet(),
        each -> {
          Right right = rights.get(each);
          return right != null && may(found, right, new HashSet<>());
        });
  }

  /** Reading a view needs the rights to what it reads; an index belongs to its table. */
  private static boolean may(Relation relation, Right right, Set<String> seen) {
    Index index = relation.index();
    if (index != null) {
      return may(index.table(), right, seen);
    }
    String query = relation.query();
    if (query == null || right == Right.DEFINE) {
      return allows(relation.name(), right);
    }
    if (right == Right.WRITE || !seen.add(relation.name())) {
      return right != Right.WRITE; // views are read-only
    }
    CatalogModel model = CatalogScope.current().model();
    for (SqlToken token : SqlLexer.tokens(query)) {
      Relation read = token.isName() ? model.byName(token.text()) : null;
      if (read != null && (read.kind() == 'r' || read.kind() == 'v') && !may(read, right, seen)) {
        return false;
      }
    }
    return true;
  }

  private static boolean allows(String name, Right right) {
    return isAllowed(access -> access.check(name, right));
  }

  private static boolean mayReadStructures() {
    return isAllowed(Access::checkStructures);
  }

  private static boolean isAllowed(java.util.function.Consumer<Access> check) {
    try {
      check.accept(CatalogScope.current().access());
      return true;
    } catch (SqlStateException e) {
      if (e.sqlState().equals(SqlStates.INSUFFICIENT_PRIVILEGE)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether the user has one of the privileges of the list; nobody may grant with SQL. */
  private static boolean any(String list, Set<String> known, Predicate<String> has) {
    boolean found = false;
    for (String each : list.split(",", -1)) {
      String name = each.strip().toUpperCase(Locale.ROOT);
      boolean grant = name.endsWith(GRANT_OPTION);
      String plain = grant ? name.substring(0, name.length() - GRANT_OPTION.length()) : name;
      if (!known.contains(plain)) {
        throw new SqlStateException(
            SqlStates.INVALID_PARAMETER,
            "unrecognized privilege type: \"" + each.strip() + "\"",
            "Expected one of " + String.join(", ", known.stream().sorted().toList()) + ".");
      }
      found |= !grant && has.test(plain);
    }
    return found;
  }
}
