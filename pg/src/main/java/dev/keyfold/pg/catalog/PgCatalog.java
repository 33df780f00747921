package dev.keyfold.pg.catalog;

import dev.keyfold.sql.system.SystemSchema;
import dev.keyfold.sql.system.SystemTable;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The schema pg_catalog: tables computed from the database's definitions, and functions. */
public final class PgCatalog implements SystemSchema {
  private static final Map<String, CatalogTable> TABLES = new TreeMap<>();
  private static final Map<String, List<Method>> FUNCTIONS = new TreeMap<>();

  /** What it says depends on the session that asks, not on the schema. */
  public PgCatalog() {}

  static {
    ClassTables.addTo(TABLES);
    OtherTables.addTo(TABLES);
    for (Class<?> each :
        List.of(
            CatalogFunctions.class,
            ObjectFunctions.class,
            PrivilegeFunctions.class,
            SessionFunctions.class)) {
      for (Method method : each.getMethods()) {
        if (method.getDeclaringClass() == each) {
          FUNCTIONS.computeIfAbsent(sqlName(method), name -> new ArrayList<>()).add(method);
        }
      }
    }
  }

  /** {@code pgGetExpr} is pg_get_expr. */
  private static String sqlName(Method method) {
    return method.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  static Collection<String> names() {
    return Collections.unmodifiableSet(TABLES.keySet());
  }

  @Override
  public String name() {
    return "pg_catalog";
  }

  @Override
  public Collection<String> tables() {
    return names();
  }

  @Override
  public @Nullable SystemTable table(String name) {
    return TABLES.get(name);
  }

  @Override
  public Map<String, List<Method>> functions() {
    return Collections.unmodifiableMap(FUNCTIONS);
  }
}
