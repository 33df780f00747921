package dev.keyfold.pg.session;

import dev.keyfold.pg.catalog.CatalogScope;
import dev.keyfold.sql.SqlSession;
import dev.keyfold.sql.errors.SqlErrors;
import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.parse.Statement;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The settings that PostgreSQL's clients know. Not thread-safe, but for {@link #timeout}. */
final class SessionSettings {
  /** The version whose clients and catalogs this port follows. */
  static final String SERVER_VERSION = "15.0";

  private static final Pattern OPTION = Pattern.compile("(?:-c\\s*|--)([\\w.]+)=(\\S*)");
  private static final Pattern DURATION =
      Pattern.compile("(\\d+)\\s*(us|ms|s|min|h|d|)", Pattern.CASE_INSENSITIVE);

  /** By name in lower case: the spelling in which clients get them. */
  private static final Map<String, String> REPORTED = new LinkedHashMap<>();

  private static final Map<String, String> DEFAULTS = new LinkedHashMap<>();

  static {
    report("server_version", SERVER_VERSION);
    report("server_encoding", "UTF8");
    report("client_encoding", "UTF8");
    report("application_name", "");
    report("is_superuser", "off");
    report("session_authorization", "");
    REPORTED.put("datestyle", "DateStyle");
    REPORTED.put("intervalstyle", "IntervalStyle");
    REPORTED.put("timezone", "TimeZone");
    report("integer_datetimes", "on");
    report("standard_conforming_strings", "on");
    report("default_transaction_read_only", "off");
    report("in_hot_standby", "off");
    DEFAULTS.put("datestyle", "ISO, MDY");
    DEFAULTS.put("intervalstyle", "postgres");
    DEFAULTS.put("timezone", "UTC");
    DEFAULTS.put("server_version_num", "150000");
    DEFAULTS.put("extra_float_digits", "1");
    DEFAULTS.put("bytea_output", "hex");
    DEFAULTS.put("lc_collate", "C");
    DEFAULTS.put("lc_ctype", "C");
    DEFAULTS.put("statement_timeout", "0");
    DEFAULTS.put("lock_timeout", "0");
    DEFAULTS.put("idle_in_transaction_session_timeout", "0");
    DEFAULTS.put("max_index_keys", "32");
    DEFAULTS.put("max_identifier_length", "100");
    DEFAULTS.put("transaction_read_only", "off");
    DEFAULTS.put("transaction_isolation", "serializable");
    DEFAULTS.put("default_transaction_isolation", "serializable");
    DEFAULTS.put("search_path", "\"$user\", public");
  }

  private static void report(String name, String value) {
    REPORTED.put(name, name);
    DEFAULTS.put(name, value);
  }

  private static final Pattern LOCAL =
      Pattern.compile("\\s*set\\s+local\\s", Pattern.CASE_INSENSITIVE);

  private final SqlSession session;

  /** Values before the transaction changed them for itself. */
  private final Map<String, String> before = new LinkedHashMap<>();

  private volatile boolean timedOut;

  SessionSettings(SqlSession session, String user, Map<String, String> startup) {
    this.session = session;
    DEFAULTS.forEach(session.settings()::set);
    session.settings().set("session_authorization", user);
    for (Map.Entry<String, String> each : startup.entrySet()) {
      switch (each.getKey()) {
        case "user", "database", "replication" -> {}
        case "options" -> options(each.getValue());
        default -> start(each.getKey(), each.getValue());
      }
    }
  }

  private void options(String text) {
    Matcher option = OPTION.matcher(text);
    while (option.find()) {
      start(option.group(1), option.group(2));
    }
  }

  private void start(String name, String value) {
    if (name.startsWith("_pq_.")) {
      return; // options of the protocol
    }
    String key = name.toLowerCase(Locale.ROOT);
    check(key, value, -1);
    if (!key.equals("timezone") && !key.equals("datestyle")) {
      session.settings().set(key, value);
    }
  }

  /** The value; empty if nobody knows it. */
  String get(String name) {
    String value = session.settings().get(name);
    return value == null ? "" : value;
  }

  /** As functions of SQL see them. */
  CatalogScope.Settings forFunctions(Output out) {
    return new CatalogScope.Settings() {
      @Override
      public @Nullable String get(String name) {
        return session.settings().get(name);
      }

      @Override
      public void set(String name, String value, boolean local) {
        String key = name.toLowerCase(Locale.ROOT);
        check(key, value, -1);
        if (local) {
          remember(key);
        }
        session.settings().set(key, value);
        report(key, value.equalsIgnoreCase("default"), out);
      }
    };
  }

  private void remember(String key) {
    String value = session.settings().get(key);
    before.putIfAbsent(key, value == null ? "default" : value);
  }

  /** Settings that were changed for a transaction alone get their values back. */
  void transactionEnded(Output out) {
    before.forEach(
        (key, value) -> {
          session.settings().set(key, value);
          report(key, false, out);
        });
    before.clear();
  }

  /** All settings that clients get when a session starts. */
  Map<String, String> reported() {
    Map<String, String> all = new LinkedHashMap<>();
    REPORTED.forEach((key, shown) -> all.put(shown, get(key)));
    return all;
  }

  /** Refuses a value that would change how values are sent. */
  void check(Statement statement, String text) {
    if (statement instanceof Statement.Set set) {
      if (LOCAL.matcher(text).lookingAt()) {
        remember(set.name().text().toLowerCase(Locale.ROOT));
      }
      String value = set.value();
      check(
          set.name().text().toLowerCase(Locale.ROOT),
          value == null ? "default" : value,
          set.name().at());
    }
  }

  private static void check(String name, String value, int at) {
    String upper = value.toUpperCase(Locale.ROOT).replace("-", "").replace("'", "");
    boolean fits =
        upper.equals("DEFAULT")
            || switch (name) {
              case "client_encoding", "names" -> upper.equals("UTF8") || upper.equals("UNICODE");
              case "datestyle" -> upper.startsWith("ISO");
              case "standard_conforming_strings" ->
                  upper.equals("ON") || upper.equals("TRUE") || upper.equals("1");
              case "bytea_output" -> upper.equals("HEX");
              case "statement_timeout", "idle_in_transaction_session_timeout" -> millis(value) >= 0;
              case "server_version", "server_encoding", "is_superuser", "session_authorization" ->
                  false;
              default -> true;
            };
    if (!fits) {
      throw SqlErrors.at(
          SqlStates.INVALID_PARAMETER,
          "the setting "
              + name
              + " found '"
              + value
              + "', expected "
              + switch (name) {
                case "client_encoding", "names" -> "UTF8, the only encoding";
                case "datestyle" -> "ISO, the only style";
                case "standard_conforming_strings" -> "on";
                case "bytea_output" -> "hex";
                case "statement_timeout", "idle_in_transaction_session_timeout" ->
                    "a time such as 500, 10s or 2min; 0 for none";
                default -> "none: it cannot be changed";
              },
          at);
    }
  }

  /** Tells the client of a setting that has changed. */
  void changed(Statement statement, Output out) {
    if (statement instanceof Statement.Set set) {
      report(set.name().text().toLowerCase(Locale.ROOT), set.value() == null, out);
    }
  }

  private void report(String key, boolean byDefault, Output out) {
    String standard = DEFAULTS.get(key);
    if (standard != null && (byDefault || key.equals("timezone"))) {
      session.settings().set(key, standard); // moments are in UTC whatever was asked for
    }
    String shown = REPORTED.get(key);
    if (shown != null) {
      out.writer().parameterStatus(shown, get(key));
    }
  }

  long statementTimeout() {
    timedOut = false;
    return Math.max(0, millis(get("statement_timeout")));
  }

  long idleInTransactionTimeout() {
    return Math.max(0, millis(get("idle_in_transaction_session_timeout")));
  }

  /** In milliseconds; -1 if it is no time. */
  private static long millis(String text) {
    Matcher duration = DURATION.matcher(text.strip());
    if (!duration.matches() || duration.group(1).length() > 12) {
      return -1;
    }
    long number = Long.parseLong(duration.group(1));
    return switch (duration.group(2).toLowerCase(Locale.ROOT)) {
      case "us" -> number / 1000;
      case "s" -> number * 1000;
      case "min" -> number * 60_000;
      case "h" -> number * 3_600_000;
      case "d" -> number * 86_400_000;
      default -> number;
    };
  }

  /** The deadline has passed; another thread says so. */
  void timeout() {
    timedOut = true;
  }

  /** A statement that was canceled by its deadline says so. */
  SqlStateException timedOut(SqlStateException error) {
    return timedOut && error.sqlState().equals(SqlStates.QUERY_CANCELED)
        ? new SqlStateException(
            SqlStates.QUERY_CANCELED,
            "the statement took longer than the setting statement_timeout, "
                + get("statement_timeout"),
            "Add an index or conditions, or SET statement_timeout = 0.")
        : error;
  }
}
