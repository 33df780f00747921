package dev.keyfold.server;

import dev.keyfold.pg.users.PgUsers;
import dev.keyfold.redis.RedisServer;
import dev.keyfold.redis.auth.OverallRights;
import dev.keyfold.redis.auth.TableRights;
import dev.keyfold.redis.auth.User;
import dev.keyfold.redis.auth.Users;
import dev.keyfold.redis.state.ByteKey;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.session.Access;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The users of the Redis port for the PostgreSQL port. Rights are looked up on the loop, and kept
 * until any user changes: a revoked right is effective with the next statement.
 */
final class SqlUsers implements PgUsers {
  /** What a user may do, as of one version of all users. */
  private record Rights(long version, OverallRights overall, List<TableRights.Grant> tables) {
    boolean allows(String table, TableRights.Right right) {
      boolean overallRead = overall == OverallRights.READ || overall == OverallRights.WRITE;
      if (overall == OverallRights.WRITE || (overallRead && right == TableRights.Right.READ)) {
        return true;
      }
      return tables.stream().anyMatch(grant -> grant.allows(table, right));
    }
  }

  private final RedisServer redis;
  private final Users users;

  SqlUsers(RedisServer redis) {
    this.redis = redis;
    this.users = redis.users();
  }

  /** The users of the Redis port keep texts as one byte per character. */
  private static String kept(String text) {
    return ByteKey.text(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public @Nullable Login find(String user) {
    return redis.ask(
        () -> {
          User found = users.find(kept(user));
          return found == null || !found.isEnabled()
              ? null
              : new Login(
                  found.hasNoPassword(),
                  found.salt(),
                  found.verifiers(),
                  found.passwords().size() > found.verifiers().size());
        });
  }

  @Override
  public boolean accepts(String user, String password) {
    return redis.ask(() -> users.authenticate(kept(user), kept(password)) != null);
  }

  @Override
  public Access access(String user) {
    return new UserAccess(user);
  }

  @Override
  public boolean isAdministrator(String user) {
    return redis.ask(() -> OverallRights.isAdministrator(users.find(kept(user))));
  }

  /** Thread-safe. */
  private final class UserAccess implements Access {
    private final String user;
    private volatile @Nullable Rights known;

    UserAccess(String user) {
      this.user = user;
    }

    private Rights rights() {
      Rights kept = known;
      if (kept == null || kept.version != users.version()) {
        kept = redis.ask(this::read);
        known = kept;
      }
      return kept;
    }

    /** On the loop. */
    private Rights read() {
      User found = users.find(kept(user));
      boolean enabled = found != null && found.isEnabled();
      return new Rights(
          users.version(),
          OverallRights.of(found, users.catalog()),
          found != null && enabled ? found.tables().grants() : List.of());
    }

    @Override
    public void check(String name, Right right) {
      if (!rights().allows(name, TableRights.Right.valueOf(right.name()))) {
        String letter = right.name().substring(0, 1).toLowerCase(Locale.ROOT);
        String what = name.equals("*") ? "all tables" : "table " + name;
        throw new SqlStateException(
            SqlStates.INSUFFICIENT_PRIVILEGE,
            "permission denied: the user "
                + user
                + " has no right to "
                + right.name().toLowerCase(Locale.ROOT)
                + " "
                + what,
            "Grant it with ACL SETUSER " + user + " table:" + letter + "~" + name);
      }
    }

    @Override
    public void checkStructures() {
      OverallRights overall = rights().overall();
      if (overall != OverallRights.READ && overall != OverallRights.WRITE) {
        throw new SqlStateException(
            SqlStates.INSUFFICIENT_PRIVILEGE,
            "permission denied: the user " + user + " may not read all keys",
            "The tables of schema kv need the Redis rights ~* +get +scan.");
      }
    }
  }
}
