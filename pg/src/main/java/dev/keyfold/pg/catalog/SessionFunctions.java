package dev.keyfold.pg.catalog;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import org.jspecify.annotations.Nullable;

/** Functions about the connection. Generated code calls them; their names are those of SQL. */
public final class SessionFunctions {
  private SessionFunctions() {}

  public static String pgVersion() {
    return "PostgreSQL 15.0 (Keyfold), compatible";
  }

  public static String pgCurrentSchema() {
    return "public";
  }

  public static String pgCurrentDatabase() {
    return CatalogScope.current().name();
  }

  public static String pgCurrentUser() {
    return CatalogScope.current().user();
  }

  public static String pgSessionUser() {
    return CatalogScope.current().user();
  }

  public static Integer pgBackendPid() {
    return CatalogScope.current().process();
  }

  public static @Nullable String currentSetting(@Nullable String name) {
    return currentSetting(name, false);
  }

  public static @Nullable String currentSetting(@Nullable String name, @Nullable Boolean missing) {
    String value = name == null ? null : CatalogScope.current().settings().get(name);
    if (name != null && value == null && !Boolean.TRUE.equals(missing)) {
      throw new SqlStateException(
          SqlStates.UNDEFINED_OBJECT,
          "unrecognized configuration parameter \"" + name + "\"",
          "SHOW ALL lists the settings; current_setting(name, true) gives NULL instead.");
    }
    return value;
  }

  /** Sets as SET does, or SET LOCAL; the new value. */
  public static @Nullable String setConfig(
      @Nullable String name, @Nullable String value, @Nullable Boolean local) {
    if (name == null) {
      throw new SqlStateException(
          SqlStates.INVALID_PARAMETER, "set_config found NULL, expected the name of a setting");
    }
    CatalogScope.Settings settings = CatalogScope.current().settings();
    settings.set(name, value == null ? "default" : value, Boolean.TRUE.equals(local));
    return settings.get(name);
  }

  public static Boolean pgIsInRecovery() {
    return false;
  }

  public static @Nullable String inetServerAddr() {
    return null;
  }

  public static @Nullable Integer inetServerPort() {
    return null;
  }

  public static Long txidCurrent() {
    return 1L;
  }

  public static @Nullable Boolean pgTryAdvisoryLock(@Nullable Long lock) {
    return lock == null ? null : take(lock, false);
  }

  public static @Nullable Boolean pgTryAdvisoryXactLock(@Nullable Long lock) {
    return lock == null ? null : take(lock, true);
  }

  private static boolean take(long lock, boolean transaction) {
    CatalogScope scope = CatalogScope.current();
    return AdvisoryLocks.of(scope.database()).take(scope.process(), lock, transaction);
  }

  public static @Nullable Boolean pgAdvisoryUnlock(@Nullable Long lock) {
    CatalogScope scope = CatalogScope.current();
    return lock == null ? null : AdvisoryLocks.of(scope.database()).give(scope.process(), lock);
  }
}
