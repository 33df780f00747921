package dev.keyfold.pg.session;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The portals of a connection by name; cursors are among them. Not thread-safe. */
final class Portals {
  private static final int MOST = 1_000;

  private final Map<String, Portal> all = new HashMap<>();

  Portal get(String name) {
    Portal portal = all.get(name);
    if (portal == null) {
      throw new SqlStateException("34000", "portal \"" + name + "\" does not exist");
    }
    return portal;
  }

  /** A cursor: a portal that has run. */
  Portal cursor(String name) {
    Portal portal = all.get(name);
    if (portal == null || portal.execution == null) {
      throw new SqlStateException(
          "34000", "cursor \"" + name + "\" does not exist", "Cursors end with their transaction.");
    }
    return portal;
  }

  /** Fails if a new portal of that name is not possible; the unnamed one makes room. */
  void makeRoom(String name, String what) {
    if (name.isEmpty()) {
      close(name);
    } else if (all.containsKey(name)) {
      throw new SqlStateException("42P03", what + " \"" + name + "\" already exists");
    }
    if (all.size() >= MOST) {
      throw new SqlStateException(
          SqlStates.CONFIGURATION_LIMIT_EXCEEDED,
          "found more than " + MOST + " portals of one connection",
          "CLOSE those that are not needed.");
    }
  }

  void put(String name, Portal portal) {
    all.put(name, portal);
  }

  /** Whether there was one. */
  boolean close(String name) {
    Portal portal = all.remove(name);
    if (portal != null) {
      portal.close();
    }
    return portal != null;
  }

  /** All but one; null: all. */
  void closeAll(@Nullable Portal kept) {
    all.values()
        .removeIf(
            each -> {
              if (each == kept) {
                return false;
              }
              each.close();
              return true;
            });
  }
}
