package dev.keyfold.redis.auth;

import dev.keyfold.redis.state.ByteKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * An immutable copy of a user's rights to commands on single keys, for threads other than the loop.
 */
public final class NameAccess {
  private static final String WILD = "*?[\\";

  private final User user;
  private final CommandCatalog catalog;
  private final String patterns;
  private final List<byte[]> beginnings;

  private NameAccess(User user, CommandCatalog catalog) {
    this.user = user;
    this.catalog = catalog;
    List<String> all = new ArrayList<>(List.of(user.keys().split(" ", -1)));
    user.selectors().forEach(rights -> all.addAll(List.of(rights.keys().split(" ", -1))));
    all.removeIf(String::isEmpty);
    this.patterns = String.join(" ", all);
    TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    user.patternsToRead("type").forEach(pattern -> sorted.add(beginning(pattern)));
    this.beginnings = List.copyOf(sorted);
  }

  /** The rights of a user as they are now. */
  public static NameAccess of(User user, CommandCatalog catalog) {
    return new NameAccess(user.copy(), catalog);
  }

  private static byte[] beginning(String pattern) {
    int end = 0;
    while (end < pattern.length() && WILD.indexOf(pattern.charAt(end)) < 0) {
      end++;
    }
    return ByteKey.of(pattern.substring(0, end));
  }

  /** Whether it may run the command on the key. */
  public boolean may(String command, byte[] name, boolean write) {
    List<CommandAccess.Key> keys = List.of(new CommandAccess.Key(name, !write, write));
    CommandAccess access = new CommandAccess(catalog.id(command), command, "", keys, List.of());
    return user.check(access) == null;
  }

  /** The literal prefix of each key pattern that the user may read, in order. */
  public List<byte[]> beginnings() {
    return beginnings;
  }

  /** Its patterns of keys. */
  public String patterns() {
    return patterns;
  }
}
