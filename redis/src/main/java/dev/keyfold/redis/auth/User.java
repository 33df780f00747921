package dev.keyfold.redis.auth;

import dev.keyfold.port.ScramVerifier;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A user: passwords, kept as SHA-256 only, and rights. */
public final class User {
  private static final String SCRAM = "scram";

  private final String name;
  private final CommandCatalog catalog;
  private final Set<String> hashes = new LinkedHashSet<>();
  private final List<Rights> selectors = new ArrayList<>();

  /** By hash: what other protocols check passwords with; a password given as a hash has none. */
  private final Map<String, ScramVerifier> verifiers = new LinkedHashMap<>();

  /** All verifiers have the same: a client says only after it which password it knows. */
  private byte[] salt = newSalt();

  private final TableRights tables = new TableRights();
  private Rights root;
  private boolean enabled;
  private boolean noPassword;
  private boolean sanitize = true;
  private long version;
  private long loginVersion;

  User(String name, CommandCatalog catalog) {
    this.name = name;
    this.catalog = catalog;
    this.root = new Rights(catalog);
  }

  User copy() {
    User copy = new User(name, catalog);
    copy.become(this);
    return copy;
  }

  void become(User other) {
    hashes.clear();
    hashes.addAll(other.hashes);
    verifiers.clear();
    verifiers.putAll(other.verifiers);
    salt = other.salt;
    tables.become(other.tables);
    selectors.clear();
    other.selectors.forEach(rights -> selectors.add(rights.copy()));
    root = other.root.copy();
    enabled = other.enabled;
    noPassword = other.noPassword;
    sanitize = other.sanitize;
  }

  /** Whether both have the same login: enabled, and the same passwords. */
  boolean hasLoginOf(User other) {
    return enabled == other.enabled
        && noPassword == other.noPassword
        && hashes.equals(other.hashes);
  }

  /** Notes a change; see {@link #version} and {@link #loginVersion}. */
  void changed(long number, boolean login) {
    version = number;
    if (login) {
      loginVersion = number;
    }
  }

  /** Another number after each change of the user; never used again, not even by its successor. */
  public long version() {
    return version;
  }

  /** Another number after each change of its passwords and of whether it may log in. */
  public long loginVersion() {
    return loginVersion;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Whether the user is enabled. */
  public boolean isEnabled() {
    return enabled;
  }

  /** Whether any password will do. */
  public boolean hasNoPassword() {
    return noPassword;
  }

  /** Whether nothing is forbidden to it. */
  public boolean mayAll() {
    return root.isAll();
  }

  /** Why it may not; null if it may. Of several reasons, the one that got furthest. */
  public @Nullable Denial check(CommandAccess access) {
    Denial furthest = root.check(access);
    for (Rights rights : selectors) {
      if (furthest == null) {
        return null;
      }
      Denial denial = rights.check(access);
      if (denial == null || denial.reason().compareTo(furthest.reason()) > 0) {
        furthest = denial;
      }
    }
    return furthest;
  }

  /**
   * Whether one of its sets of rights allows all these commands, and reading or writing all keys.
   */
  boolean mayOnAllKeys(boolean write, String... commands) {
    return root.mayOnAllKeys(write, commands)
        || selectors.stream().anyMatch(rights -> rights.mayOnAllKeys(write, commands));
  }

  /**
   * Whether one of its sets of rights allows the access and reading every key: required for a
   * command that reads keys whose names are not among its arguments.
   */
  public boolean mayReadAllKeys(CommandAccess access) {
    return readsAll(root, access)
        || selectors.stream().anyMatch(rights -> readsAll(rights, access));
  }

  private static boolean readsAll(Rights rights, CommandAccess access) {
    return rights.hasAllKeys(false) && rights.check(access) == null;
  }

  /** The patterns of keys that it may run a command on that reads them. */
  List<String> patternsToRead(String command) {
    List<String> patterns = new ArrayList<>(root.patternsToRead(command));
    selectors.forEach(rights -> patterns.addAll(rights.patternsToRead(command)));
    return patterns;
  }

  /** Whether it may still listen to the channel or pattern. */
  public boolean mayListen(CommandAccess.Channel channel) {
    return root.mayUse(channel) || selectors.stream().anyMatch(rights -> rights.mayUse(channel));
  }

  private static byte[] newSalt() {
    byte[] salt = new byte[ScramVerifier.SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return salt;
  }

  /** The salt of {@link #verifiers}. */
  public byte[] salt() {
    return salt.clone();
  }

  /** For SCRAM-SHA-256, of the passwords that were given in full. */
  public List<ScramVerifier> verifiers() {
    return List.copyOf(verifiers.values());
  }

  /** What it may do with which tables, beside what follows from its rights to all keys. */
  public TableRights tables() {
    return tables;
  }

  private void add(String password) {
    String hash = hash(password);
    hashes.add(hash);
    verifiers.put(hash, ScramVerifier.of(password.getBytes(StandardCharsets.ISO_8859_1), salt));
    noPassword = false;
  }

  /**
   * A rule of the ACL file: {@code scram:SALT:HASH:STORED:SERVER}, what other protocols check the
   * password of that hash with; false if it is another rule.
   */
  boolean restore(String rule) {
    String[] parts = rule.split(":", -1);
    if (!parts[0].equals(SCRAM)) {
      return false;
    }
    if (parts.length != 5 || !hashes.contains(parts[2])) {
      throw new AclException("found '" + rule + "', expected scram:SALT:HASH:STORED:SERVER");
    }
    try {
      HexFormat hex = HexFormat.of();
      salt = hex.parseHex(parts[1]);
      verifiers.put(parts[2], new ScramVerifier(hex.parseHex(parts[3]), hex.parseHex(parts[4])));
    } catch (IllegalArgumentException e) {
      throw new AclException("found '" + rule + "', expected hexadecimal digits in its parts");
    }
    return true;
  }

  /** The line of the ACL file. */
  String stored() {
    StringBuilder text = new StringBuilder(describe());
    HexFormat hex = HexFormat.of();
    verifiers.forEach(
        (hash, verifier) ->
            text.append(' ')
                .append(SCRAM)
                .append(':')
                .append(hex.formatHex(salt))
                .append(':')
                .append(hash)
                .append(':')
                .append(hex.formatHex(verifier.storedKey()))
                .append(':')
                .append(hex.formatHex(verifier.serverKey())));
    return text.toString();
  }

  /** Whether the password is one of this user's. */
  public boolean accepts(String password) {
    return noPassword || hashes.contains(hash(password));
  }

  /** Applies one rule of ACL SETUSER. */
  void apply(String rule) {
    switch (rule.toLowerCase(Locale.ROOT)) {
      case "on" -> enabled = true;
      case "off" -> enabled = false;
      case "nopass" -> {
        noPassword = true;
        hashes.clear();
        verifiers.clear();
      }
      case "resetpass" -> {
        noPassword = false;
        hashes.clear();
        verifiers.clear();
      }
      case "sanitize-payload" -> sanitize = true;
      case "skip-sanitize-payload" -> sanitize = false;
      case "clearselectors" -> selectors.clear();
      case "reset" -> become(new User(name, catalog));
      default -> applyOther(rule);
    }
  }

  private void applyOther(String rule) {
    if (rule.startsWith("(")) {
      selectors.add(selector(rule));
    } else if (rule.startsWith(">")) {
      add(rule.substring(1));
    } else if (rule.startsWith("<")) {
      remove(hash(rule.substring(1)));
    } else if (rule.startsWith("#")) {
      hashes.add(checkedHash(rule.substring(1)));
      noPassword = false;
    } else if (rule.startsWith("!")) {
      remove(checkedHash(rule.substring(1)));
    } else if (!rule.isEmpty()
        && !tables.apply(rule)
        && !root.apply(rule)) { // Redis takes an empty rule for none
      throw new AclException("Syntax error");
    }
  }

  private Rights selector(String rule) {
    if (!rule.endsWith(")")) {
      throw new AclException("Unmatched parenthesis in acl selector starting at '" + rule + "'.");
    }
    Rights rights = new Rights(catalog);
    for (String part : rule.substring(1, rule.length() - 1).trim().split("\\s+", -1)) {
      if (!part.isEmpty() && !rights.apply(part)) {
        throw new AclException("Syntax error");
      }
    }
    return rights;
  }

  private void remove(String hash) {
    verifiers.remove(hash);
    if (!hashes.remove(hash)) {
      throw new AclException("The password you are trying to remove from the user does not exist");
    }
  }

  private static String checkedHash(String hash) {
    if (!hash.matches("[0-9a-f]{64}")) {
      throw new AclException(
          "The password hash must be exactly 64 characters and contain only lowercase hexadecimal"
              + " characters");
    }
    return hash;
  }

  private static String hash(String password) {
    try {
      byte[] bytes = password.getBytes(StandardCharsets.ISO_8859_1);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Words such as {@code on} and {@code nopass}. */
  public List<String> flags() {
    List<String> flags = new ArrayList<>();
    flags.add(enabled ? "on" : "off");
    if (noPassword) {
      flags.add("nopass");
    }
    if (!sanitize) {
      flags.add("skip-sanitize-payload");
    }
    return flags;
  }

  /** Hashes of its passwords. */
  public Set<String> passwords() {
    return Collections.unmodifiableSet(hashes);
  }

  /** The rules that give its right to commands. */
  public String commands() {
    return root.commandText();
  }

  /** The patterns of its keys. */
  public String keys() {
    return root.keyText();
  }

  /** The patterns of its channels. */
  public String channels() {
    return root.channelText();
  }

  /**
   * A selector: rights in addition to the root set.
   *
   * @param commands as {@link #commands}
   * @param keys as {@link #keys}
   * @param channels as {@link #channels}
   */
  public record Selector(String commands, String keys, String channels) {}

  /** Its selectors. */
  public List<Selector> selectors() {
    return selectors.stream()
        .map(r -> new Selector(r.commandText(), r.keyText(), r.channelText()))
        .toList();
  }

  /** The line of ACL LIST. */
  public String describe() {
    StringBuilder text = new StringBuilder("user ").append(name);
    flags().forEach(flag -> text.append(' ').append(flag));
    hashes.forEach(hash -> text.append(" #").append(hash));
    describe(text, root);
    text.append(tables.describe());
    for (Rights rights : selectors) {
      StringBuilder inner = new StringBuilder();
      describe(inner, rights);
      text.append(" (").append(inner.substring(1)).append(')');
    }
    return text.toString();
  }

  private static void describe(StringBuilder text, Rights rights) {
    if (!rights.keyText().isEmpty()) {
      text.append(' ').append(rights.keyText());
    }
    if (!rights.hasAllChannels()) {
      text.append(" resetchannels");
    }
    if (!rights.channelText().isEmpty()) {
      text.append(' ').append(rights.channelText());
    }
    text.append(' ').append(rights.commandText());
  }
}
