package dev.keyfold.redis.auth;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** All users. The user {@code default} always exists; new connections belong to it. */
public final class Users {
  private final CommandCatalog catalog;
  private final TreeMap<String, User> users = new TreeMap<>();
  private final AclLog log = new AclLog();
  private final User defaultUser;
  private final AtomicLong version = new AtomicLong();

  /** Only the default user, without any rights before {@link #begin}. */
  public Users(CommandCatalog catalog) {
    this.catalog = catalog;
    this.defaultUser = new User("default", catalog);
    users.put("default", defaultUser);
  }

  /** Lets the default user do everything without a password; once all commands are known. */
  public void begin() {
    List.of("on", "nopass", "~*", "&*", "+@all").forEach(defaultUser::apply);
    defaultUser.changed(version.incrementAndGet(), true);
  }

  /**
   * A version that changes with each change of any user. The only thread-safe method: other threads
   * may cache rights as long as the version is unchanged.
   */
  public long version() {
    return version.get();
  }

  /** What new connections are. */
  public User defaultUser() {
    return defaultUser;
  }

  /** Who was refused what. */
  public AclLog log() {
    return log;
  }

  /** The commands that rights are about. */
  public CommandCatalog catalog() {
    return catalog;
  }

  /** By name; null if none exists. */
  public @Nullable User find(String name) {
    return users.get(name);
  }

  /** By name. */
  public Collection<User> all() {
    return Collections.unmodifiableCollection(users.values());
  }

  /** Sets the default user's only password; an empty one: none is needed. */
  public void defaultPassword(String password) {
    User changed = defaultUser.copy();
    changed.apply("resetpass");
    changed.apply(password.isEmpty() ? "nopass" : ">" + password);
    change(defaultUser, changed);
  }

  /** The user if the password is right and it may log in; else null. */
  public @Nullable User authenticate(String name, String password) {
    User user = users.get(name);
    return user != null && user.isEnabled() && user.accepts(password) ? user : null;
  }

  /** Creates or changes a user: all rules or none. Throws {@link AclException} with the reason. */
  public User set(String name, List<String> rules) {
    User old = users.get(name);
    User changed = old == null ? new User(name, catalog) : old.copy();
    List<String> whole = joinSelectors(rules);
    for (String rule : whole) {
      try {
        changed.apply(rule);
      } catch (AclException e) {
        throw new AclException(
            rule.startsWith("(") && e.getMessage().startsWith("Unmatched")
                ? e.getMessage()
                : "Error in ACL SETUSER modifier '" + rule + "': " + e.getMessage());
      }
    }
    if (old == null) {
      users.put(name, changed);
      changed.changed(version.incrementAndGet(), true);
      return changed;
    }
    change(old, changed);
    return old;
  }

  /** A user of these rules, also those of the ACL file; not one of all users. */
  User made(String name, List<String> rules) {
    User user = new User(name, catalog);
    for (String rule : joinSelectors(rules)) {
      if (!user.restore(rule)) {
        user.apply(rule);
      }
    }
    return user;
  }

  /**
   * Replaces all users; the default user stays as it is if it is not among them.
   *
   * @return those that are gone
   */
  List<User> replace(Map<String, List<String>> rules) {
    List<User> gone = new ArrayList<>();
    for (User user : List.copyOf(users.values())) {
      if (user != defaultUser && !rules.containsKey(user.name())) {
        gone.add(user);
        users.remove(user.name());
      }
    }
    rules.forEach(
        (name, its) -> {
          User made = made(name, its);
          User old = users.get(name);
          if (old == null) {
            users.put(name, made);
            made.changed(version.incrementAndGet(), true);
          } else {
            change(old, made);
          }
        });
    version.incrementAndGet();
    return gone;
  }

  private void change(User user, User to) {
    boolean login = !user.hasLoginOf(to);
    user.become(to);
    user.changed(version.incrementAndGet(), login);
  }

  /** A selector may be split over several arguments: {@code (+get} and {@code ~a)}. */
  private static List<String> joinSelectors(List<String> rules) {
    List<String> whole = new ArrayList<>();
    String open = null;
    for (String rule : rules) {
      if (open == null && rule.startsWith("(") && !rule.endsWith(")")) {
        open = rule;
      } else if (open != null) {
        open = open + " " + rule;
        if (rule.endsWith(")")) {
          whole.add(open);
          open = null;
        }
      } else {
        whole.add(rule);
      }
    }
    if (open != null) {
      whole.add(open);
    }
    return whole;
  }

  /** Removes a user; whether there was one. */
  public boolean remove(String name) {
    boolean removed = users.remove(name) != null;
    version.incrementAndGet();
    return removed;
  }
}
