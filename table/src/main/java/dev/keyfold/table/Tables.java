package dev.keyfold.table;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.RetryPolicy;
import dev.keyfold.store.Store;
import dev.keyfold.store.Writes;
import dev.keyfold.store.errors.UnsupportedStoreException;
import dev.keyfold.table.catalog.Catalog;
import dev.keyfold.table.catalog.Definitions;
import dev.keyfold.table.errors.DamagedTable;
import dev.keyfold.table.errors.SchemaMismatchException;
import dev.keyfold.table.errors.TableException;
import dev.keyfold.table.expr.Functions;
import dev.keyfold.table.maintenance.Pace;
import dev.keyfold.table.maintenance.PeriodicReclaiming;
import dev.keyfold.table.protocol.StoreProtocol;
import dev.keyfold.table.schema.SchemaDifferences;
import dev.keyfold.table.schema.Sharing;
import dev.keyfold.table.schema.TableDef;
import dev.keyfold.table.schema.TableLayout;
import dev.keyfold.table.source.Sources;
import dev.keyfold.table.upkeep.Alteration;
import dev.keyfold.table.upkeep.CheckResult;
import dev.keyfold.table.upkeep.IndexBuild;
import dev.keyfold.table.upkeep.Progress;
import dev.keyfold.table.upkeep.Reclaiming;
import dev.keyfold.table.write.OpenTransaction;
import dev.keyfold.table.write.RecordMapper;
import dev.keyfold.table.write.TableState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** All tables of one store. The caller keeps ownership of the store. Thread-safe. */
public final class Tables {
  private final Store store;
  private final Catalog catalog;
  private final Functions functions;
  private final LongSupplier clock;
  private final StoreProtocol protocol;
  private final Sharing sharing;
  private final Definitions definitions;
  private final TableUpkeep upkeep;
  private final Map<String, TableState> states = new ConcurrentHashMap<>();
  private final Sources sources = new Sources();

  private Tables(Store store, Functions functions, LongSupplier clock, Sharing sharing) {
    this.store = store;
    this.sharing = sharing;
    this.protocol = StoreProtocol.of(store, sharing);
    this.functions = functions;
    this.clock = clock;
    this.catalog = new Catalog(store);
    this.definitions = protocol.definitions(catalog, functions);
    this.upkeep = new TableUpkeep(this::state, protocol, definitions);
  }

  /** The tables of a store. */
  public static Tables of(Store store) {
    return of(store, Functions.builtIn(), System::currentTimeMillis);
  }

  /** With custom index functions, and a clock for expiry. */
  public static Tables of(Store store, Functions functions, LongSupplier clock) {
    return of(store, functions, clock, Sharing.DEFAULT);
  }

  /** The same, with settings for processes that share a store without atomic batches. */
  public static Tables of(Store store, Functions functions, LongSupplier clock, Sharing sharing) {
    return new Tables(store, functions, clock, sharing);
  }

  public Store store() {
    return store;
  }

  StoreProtocol protocol() {
    return protocol;
  }

  /** All definitions that can be read, by name; see {@link #damaged} for the others. */
  public List<TableDef> list() {
    return catalog.list();
  }

  /** The tables whose definitions cannot be read, by name. All others can be used. */
  public List<DamagedTable> damaged() {
    List<DamagedTable> list = new ArrayList<>();
    catalog.forEach(def -> {}, list::add);
    return list;
  }

  /** The names of all tables, also of damaged ones; cheaper than {@link #list}. */
  public List<String> names() {
    return catalog.names(Long.MAX_VALUE);
  }

  /** Creates a table; throws if one of that name exists. */
  public Table<Row> create(TableBuilder builder) {
    return create(builder, (def, also) -> {});
  }

  /**
   * The same, with further entries in the same batch: what somebody else keeps of the table. If the
   * store has no atomic batches, they are written before it.
   */
  public synchronized Table<Row> create(TableBuilder builder, BiConsumer<TableDef, Writes> also) {
    if (has(builder.name())) {
      throw new TableException(
          "table " + builder.name() + " already exists; open it, or drop it first");
    }
    TableLayout draft = definitions.prepare(builder.draft()); // throws before anything is written
    if (draft.def().source() != null) {
      var unused = sources.storeOf(draft); // throws if the form of the values does not fit
    }
    TableLayout layout = definitions.compile(builder.build(definitions::nextId));
    definitions.create(layout.def(), batch -> also.accept(layout.def(), batch));
    TableState state = opened(layout);
    states.put(layout.def().name(), state);
    return rows(state);
  }

  /** Opens a table for untyped rows; throws if none of that name exists. */
  public Table<Row> table(String name) {
    return rows(state(name));
  }

  private Table<Row> rows(TableState state) {
    return TableHandles.rows(state, protocol);
  }

  private TableState opened(TableLayout layout) {
    return layout.def().source() == null
        ? protocol.open(layout, functions, clock)
        : new TableState(store, sources.storeOf(layout), false, functions, clock, sharing, layout);
  }

  /** {@link #open} for Java records; named like the class, with a lower-case first letter. */
  public <R extends Record> Table<R> table(Class<R> type, Consumer<TableBuilder> spec) {
    String simple = type.getSimpleName();
    return table(simple.substring(0, 1).toLowerCase(Locale.ROOT) + simple.substring(1), type, spec);
  }

  /** A table of Java records under another name. */
  public synchronized <R extends Record> Table<R> table(
      String name, Class<R> type, Consumer<TableBuilder> spec) {
    TableBuilder builder = new TableBuilder(name).components(type);
    spec.accept(builder);
    open(builder);
    TableState state = state(name);
    return TableHandles.typed(state, protocol, new RecordMapper<>(type, state.layout()));
  }

  /**
   * Opens the declared table, or creates it if it does not exist. Throws {@link
   * SchemaMismatchException} if the stored definition differs, with every difference and the call
   * that would resolve it.
   */
  public synchronized Table<Row> open(TableBuilder builder) {
    if (!has(builder.name())) {
      return create(builder);
    }
    TableLayout declared = definitions.compile(builder.draft());
    TableState state = state(builder.name());
    SchemaDifferences.check(state.layout(), declared);
    return rows(state);
  }

  /** Starts to change the fields of a table. */
  public Alteration alter(String table) {
    return upkeep.alter(table);
  }

  /**
   * Opens the sources of views in another way than by their URLs.
   *
   * @param opener gives the store of a URL; it is closed when it is no longer needed
   * @param maxAge after this time a query opens its source again, to see later changes
   */
  public void openSourcesWith(Function<String, Store> opener, Duration maxAge) {
    sources.openWith(opener, maxAge);
  }

  /** Closes the sources of views that nobody reads; the next query opens its source again. */
  public void closeSources() {
    sources.close();
  }

  /** Whether there is a table of that name, also a damaged one. */
  public boolean has(String name) {
    return catalog.has(name);
  }

  private synchronized TableState state(String name) {
    TableState state = states.get(name);
    if (state == null || state.isGone()) { // by another process; there may be a new one
      TableDef def = catalog.find(name);
      if (def == null) {
        throw catalog.missing(name);
      }
      state = opened(definitions.compile(def));
      states.put(name, state);
    }
    return state;
  }

  /** Saves the statistics and the query log of each table in the store. */
  public void saveKnowledge() {
    states.values().forEach(TableState::saveKnowledge);
  }

  /** Drops a table with all its data; of a damaged one, what its definition still identifies. */
  public synchronized void drop(String name) {
    TableState state;
    try {
      state = state(name);
    } catch (TableException unopened) {
      if (!has(name)) {
        throw unopened;
      }
      definitions.dropUnopened(name);
      return;
    }
    try {
      definitions.drop(state);
    } finally {
      states.remove(name); // read again from the catalog, if it is still there
    }
  }

  /** Gives a table another name. Open handles of it end; its data stay where they are. */
  public synchronized void rename(String from, String to) {
    TableState state = state(from);
    if (has(to)) {
      throw new TableException("table " + to + " already exists; choose another name");
    }
    TableBuilder.checkName(to);
    try {
      definitions.rename(state, to);
    } finally {
      states.remove(from);
    }
  }

  /** {@link #beginIndex} and {@link IndexBuild#run}: returns when the index is readable. */
  public void createIndex(String table, String index) {
    createIndex(table, index, 0, 0);
  }

  /** The same with entries in shards, by a hash of the index's first {@code by} parts. */
  public void createIndex(String table, String index, int shards, int by) {
    beginIndex(table, index, shards, by).run();
  }

  /**
   * Declares an index over a table with rows in it: {@code by_category: category, order_date desc
   * include amount}. When this returns, every write maintains the index; it becomes readable when
   * the returned build has run. A disabled index of that name is replaced.
   *
   * @param shards number of shards, 0 for none
   * @param by number of leading parts the shard is taken of
   */
  public IndexBuild beginIndex(String table, String index, int shards, int by) {
    return upkeep.indexes(table).begin(index, shards, by);
  }

  /** Drops an index; cancels its build if it is being built. */
  public void dropIndex(String table, String index) {
    upkeep.indexes(table).drop(index);
  }

  /** {@link #beginReshard} and {@link IndexBuild#run}: returns when the key has its new shards. */
  public void reshard(String table, int shards, int by) {
    beginReshard(table, shards, by).run();
  }

  /**
   * Begins online resharding. When this returns, every write also goes to the new key, which
   * replaces the old one when the returned build has run. Query results stay the same; continuation
   * tokens of queries over the primary key become invalid.
   *
   * @param shards number of shards, 0 for none
   * @param by number of leading key fields the shard is taken of
   */
  public IndexBuild beginReshard(String table, int shards, int by) {
    return upkeep.beginReshard(table, shards, by);
  }

  /** Cancels an unfinished {@link #beginReshard}; returns whether there was one. */
  public boolean abandonReshard(String table) {
    return upkeep.abandonReshard(table);
  }

  /** The unfinished index builds of this store, to be run or started. */
  public List<IndexBuild> unfinishedBuilds() {
    return list().stream()
        .map(TableDef::name)
        .filter(this::canOpen)
        .flatMap(name -> upkeep.unfinishedBuilds(name).stream())
        .toList();
  }

  /** One table that needs a function which this program lacks must not stop the others. */
  private boolean canOpen(String name) {
    try {
      return !state(name).isGone();
    } catch (TableException unopened) {
      return false;
    }
  }

  /** Resumes interrupted builds in the background. */
  public List<IndexBuild> resumeBuilds() {
    return unfinishedBuilds().stream().map(IndexBuild::start).toList();
  }

  /** {@link #check(String, boolean, Consumer)} without progress reports. */
  public CheckResult check(String table, boolean repair) {
    return check(table, repair, progress -> {});
  }

  /**
   * Compares every record of the table with its index entries, and every entry with its record, on
   * one snapshot; others may continue to read and write.
   *
   * @param repair whether to repair what is found, each entry after reading its current state
   * @param listener receives the number of records and entries checked
   */
  public CheckResult check(String table, boolean repair, Consumer<Progress> listener) {
    return upkeep.check(table, repair, listener);
  }

  /**
   * Pre-splits an engine that partitions by key range at shard boundaries of the table and its
   * indexes, so that all machines share the load from the first row. Call it again to continue with
   * what could not be done in time.
   *
   * @param parts maximum number of partitions of the table and of each index; at most one per shard
   */
  public SplitResult split(String table, int parts) {
    List<byte[]> points = splitPoints(table, parts);
    if (!store.has(Capability.SPLIT)) {
      throw new UnsupportedStoreException("this store has no regions to split");
    }
    return new SplitResult(points.size(), store.splitAt(points));
  }

  /** The split points of {@link #split}, for callers that create the partitions in advance. */
  public List<byte[]> splitPoints(String table, int parts) {
    return upkeep.splitPoints(table, parts);
  }

  /** Removes the table's expired records with their index entries; returns their number. */
  public long reclaim(String table) {
    return upkeep.reclaim(table, new Pace());
  }

  /** Runs {@link #reclaim} on all tables in the background, with this pause. Close it. */
  public Reclaiming reclaimEvery(Duration pause) {
    return new PeriodicReclaiming(this::readable, this::reclaim, pause, Long.MAX_VALUE);
  }

  /** The same with a rate limit, in rows read per second. */
  public Reclaiming reclaimEvery(Duration pause, long rowsPerSecond) {
    return new PeriodicReclaiming(this::readable, this::reclaim, pause, rowsPerSecond);
  }

  private List<String> readable() {
    return list().stream().filter(def -> def.source() == null).map(TableDef::name).toList();
  }

  /** At that pace, if the table is still there. */
  private long reclaim(String table, Pace pace) {
    return has(table) ? upkeep.reclaim(table, pace) : 0;
  }

  /**
   * Runs the function in a transaction over any tables of this store, with the store's default
   * durability; retries it after a conflict. Its other side effects must be idempotent.
   *
   * <p>Called within another transact of the same thread and store, it joins that transaction: the
   * work sees its writes, is committed or rolled back with it, and is retried as part of it; the
   * strictest durability of both applies. If the inner work throws, the whole is rolled back, even
   * if the outer work catches the exception.
   *
   * <p>Writes through a {@link Table} itself are not part of the transaction. If they change
   * something that the transaction has read, it can never be committed, and a {@link
   * TableException} says so.
   *
   * <p>If the store has no transactions, isolation is serializable only for rows read by key and
   * rows written. Queries read what others have committed as they go, and throw after a write to
   * their table; a duplicate unique value is reported at the end.
   */
  public <T> T transact(Function<TableTransaction, T> work) {
    return transact(RetryPolicy.DEFAULT, store.durability(), work);
  }

  /** The same with another retry policy and durability. */
  public <T> T transact(
      RetryPolicy policy, Durability durability, Function<TableTransaction, T> work) {
    return new TableTransactions(store, protocol).run(policy, durability, work);
  }

  /** Begins a transaction that the caller ends. Prefer {@link #transact}, which retries. */
  public ManualTransaction begin() {
    return new TableTransactions(store, protocol).begin();
  }

  /** Whether this thread is within {@link #transact} on the same store. */
  public boolean isTransacting() {
    return OpenTransaction.on(store) != null;
  }
}
