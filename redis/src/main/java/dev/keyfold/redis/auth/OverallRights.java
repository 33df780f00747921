package dev.keyfold.redis.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user's rights to commands and keys mean where there are no commands: whoever may read all
 * keys with {@code get} and {@code scan} may look at everything, whoever may also write all keys
 * with {@code set} and {@code del} may change everything. Keys and commands must be of one set of
 * rights: a selector that has all commands on some keys says nothing of other keys. Rights to some
 * keys are rights to the structures with those names, for whoever may {@code scan} and ask for a
 * {@code type}; tables have no such names.
 */
public enum OverallRights {
  NOTHING,
  NAMES,
  READ,
  WRITE;

  /** Those of a user; null has none. */
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

  /** Only whether there is a use in asking for single names, which each are asked for then. */
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
