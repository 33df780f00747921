package dev.keyfold.redis.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Derives rights for APIs without Redis commands, such as an HTTP API. A user who may read all keys
 * with {@code get} and {@code scan} may read everything; one who may also write all keys with
 * {@code set} and {@code del} may change everything. Keys and commands must come from the same set
 * of rights: a selector with all commands on some keys grants nothing on other keys. A user with
 * rights to some keys, {@code scan} and {@code type} may access the structures with those names;
 * tables have no such names.
 */
public enum OverallRights {
  NOTHING,
  NAMES,
  READ,
  WRITE;

  /** The rights of a user; null has none. */
  public static OverallRights of(@Nullable User user, CommandCatalog catalog) {
    if (user == null || !user.isEnabled()) {
      return NOTHING;
    }
    if (!user.mayOnAllKeys(false, "get", "scan")) {
      boolean some = !NameAccess.of(user, catalog).patterns().isEmpty();
      return some && may(user, catalog, "scan", "type") ? NAMES : NOTHING;
    }
    return user.mayOnAllKeys(true, "set", "del") ? WRITE : READ;
  }

  /** Whether the user may change everything, the configuration and other users included. */
  public static boolean isAdministrator(@Nullable User user) {
    return user != null
        && user.isEnabled()
        && user.mayOnAllKeys(true, "set", "del", "config", "acl");
  }

  /**
   * Whether the user may run these commands on some key; each key is checked when it is accessed.
   */
  private static boolean may(User user, CommandCatalog catalog, String... commands) {
    for (String name : commands) {
      CommandAccess access = new CommandAccess(catalog.id(name), name, "", List.of(), List.of());
      if (user.check(access) != null) {
        return false;
      }
    }
    return true;
  }
}
