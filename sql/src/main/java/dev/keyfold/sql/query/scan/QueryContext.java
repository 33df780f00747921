package dev.keyfold.sql.query.scan;

import dev.keyfold.sql.errors.SqlStateException;
import dev.keyfold.sql.errors.SqlStates;
import dev.keyfold.sql.session.SessionState;
import dev.keyfold.sql.session.Settings;
import dev.keyfold.structures.Work;
import dev.keyfold.table.Row;
import dev.keyfold.table.Table;
import dev.keyfold.table.TableReads;
import dev.keyfold.table.TableSnapshot;
import dev.keyfold.table.TableTransaction;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/**
 * One run of a query: the snapshot or transaction it reads, its parameters, its limits, and what
 * must be closed at its end. Generated code gets it as its {@link DataContext}. Not thread-safe.
 */
public final class QueryContext implements DataContext, AutoCloseable {
  private final SessionState session;
  private final JavaTypeFactory types;
  private final Map<String, Object> stashed;
  private final @Nullable Object[] parameters;
  private final long now = System.currentTimeMillis();
  private final List<ScanCursor> open = new ArrayList<>();
  private final IdentityHashMap<Object, ScanWork> work = new IdentityHashMap<>(4);
  private final IdentityHashMap<MemoryScope, long[]> scopes = new IdentityHashMap<>(4);
  private @Nullable TableSnapshot snapshot;
  private @Nullable Work structures;
  private @Nullable SchemaPlus transients;
  private final MemoryPool.Share pool = MemoryPool.SHARED.share();
  private long memory;
  private boolean closed;
  private boolean once;

  /**
   * @param stashed objects that generated code asks for by name
   */
  public QueryContext(
      SessionState session,
      JavaTypeFactory types,
      Map<String, Object> stashed,
      @Nullable Object[] parameters) {
    this.session = session;
    this.types = types;
    this.stashed = stashed;
    this.parameters = parameters;
  }

  /** The table as this query sees it: within the open transaction, or in the query's snapshot. */
  public TableReads<Row> on(Table<Row> table) {
    TableTransaction transaction = session.transaction();
    if (transaction != null) {
      return transaction.on(table);
    }
    if (once) {
      return table;
    }
    if (snapshot == null) {
      snapshot = TableSnapshot.of(session.tables());
    }
    return snapshot.on(table);
  }

  /** Says that one scan is all that this query reads: it has a snapshot of its own. */
  public void readOnce() {
    once = true;
  }

  /** The value of a parameter, counted from 0. */
  @Nullable Object parameter(int index) {
    return parameters[index];
  }

  /** The structures in a snapshot that all scans of this query share. */
  public Work structures() {
    if (structures == null) {
      structures = session.structures().read();
    }
    return structures;
  }

  /** Throws if the statement was canceled; scans check before every row. */
  void checkCanceled() {
    if (session.canceled().get()) {
      throw new SqlStateException(
          SqlStates.QUERY_CANCELED, "the statement was canceled at the user's request");
    }
  }

  public long scanLimit() {
    return session.settings().scanLimit();
  }

  /** To be closed at the end, if nobody has closed it before. */
  public void opened(ScanCursor cursor) {
    open.add(cursor);
  }

  /** The counters of a node of the plan, for EXPLAIN ANALYZE. */
  public ScanWork workOf(Object node) {
    return work.computeIfAbsent(node, key -> new ScanWork());
  }

  /** Takes note of memory that the statement keeps. */
  public void hold(long bytes) {
    memory += bytes;
    long most = session.settings().workMemory();
    if (memory > most) {
      throw new SqlStateException(
          SqlStates.OUT_OF_MEMORY,
          String.format(
              Locale.ROOT,
              "the statement's sorts, hashes and joins need more than %s, the limit of the setting"
                  + " %s",
              size(most),
              Settings.WORK_MEMORY),
          "Add conditions or an index that gives the order, or allow more: SET work_memory ="
              + " '"
              + size(most * 4)
              + "'");
    }
    if (!pool.cover(memory)) {
      throw new SqlStateException(
          SqlStates.OUT_OF_MEMORY,
          "the sorts, hashes and joins of all running statements need more than "
              + size(MemoryPool.SHARED.most())
              + ", half the heap of the server",
          "Run the statement again later, or give the server a larger heap: -Xmx.");
    }
  }

  private static String size(long bytes) {
    return bytes >= 1 << 20 ? (bytes >> 20) + "MB" : (bytes >> 10) + "kB";
  }

  /** Memory that is free again. */
  public void release(long bytes) {
    memory -= bytes;
  }

  /** Takes note of memory that an operator keeps until it ends. */
  void hold(MemoryScope scope, long bytes) {
    scopes.computeIfAbsent(scope, key -> new long[1])[0] += bytes;
    hold(bytes);
  }

  /** The operator has ended: what it kept is free again. */
  void release(MemoryScope scope) {
    long[] held = scopes.remove(scope);
    if (held != null) {
      release(held[0]);
    }
  }

  /** Memory that is kept now, for tests. */
  long memory() {
    return memory;
  }

  /** Where a recursive query keeps the rows that it has found. */
  @Override
  public SchemaPlus getRootSchema() {
    if (transients == null) {
      transients = CalciteSchema.createRootSchema(false, false).plus();
    }
    return transients;
  }

  @Override
  public JavaTypeFactory getTypeFactory() {
    return types;
  }

  @Override
  public @Nullable QueryProvider getQueryProvider() {
    return null;
  }

  @Override
  public @Nullable Object get(String name) {
    if (name.startsWith("?")) {
      return parameters[Integer.parseInt(name.substring(1))];
    }
    return switch (name) {
      case "utcTimestamp", "currentTimestamp", "localTimestamp" -> now;
      case "cancelFlag" -> session.canceled();
      case "timeZone" -> TimeZone.getTimeZone("UTC");
      case "locale" -> Locale.ROOT;
      case "user", "systemUser" -> "keyfold";
      default -> stashed.get(name);
    };
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (pool) {
      open.forEach(ScanCursor::close);
    } finally {
      if (structures != null) {
        structures.close();
      }
      if (snapshot != null) {
        snapshot.close();
      }
    }
  }
}
