package dev.keyfold.redis;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.layer.FailStopStore;
import dev.keyfold.store.layer.buffer.WriteBufferStore;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.StructuresOptions;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The store below a server, with the layers that the server adds: a write buffer, so that the
 * commands of one event-loop iteration are written as one batch before their replies are sent, and
 * fail-stop layers for errors after which the content of memory is unknown. Thread-safe.
 */
final class ServerStore {
  /** Only bulk loads and commands with big results write batches of that size. */
  private static final int DIRECT_ENTRIES = 500;

  private static final int BUFFER_ENTRIES = 10_000;

  private final Store store;
  private final Runnable writeDown;
  private final boolean durable;

  /**
   * Adds the layers to a store of the caller's.
   *
   * @param above a layer above the buffer, which sees every single read and write
   * @param lost ends the process
   */
  ServerStore(
      Store base, Durability durability, UnaryOperator<Store> above, Consumer<Throwable> lost) {
    Store engine = FailStopStore.over(base, lost);
    // A store in memory has no batches to save: a buffer would only be another copy.
    WriteBufferStore buffer =
        base.has(Capability.PERSISTENT)
            ? WriteBufferStore.over(engine).entries(BUFFER_ENTRIES).direct(DIRECT_ENTRIES).open()
            : null;
    // The layer below the buffer reports errors of flushes, whichever thread flushes; the one above
    // reports errors of the buffer itself.
    store = above.apply(buffer == null ? engine : FailStopStore.over(buffer, lost));
    writeDown = buffer == null ? () -> {} : buffer::flush;
    durable = durability.isDurable();
  }

  private ServerStore(Store store, Runnable writeDown, boolean durable) {
    this.store = store;
    this.writeDown = writeDown;
    this.durable = durable;
  }

  /**
   * A store for one command at a time: without a buffer, since each command is written before the
   * next one runs, and others read the same store in between.
   */
  static ServerStore unbuffered(Store base, Consumer<Throwable> lost) {
    boolean durable = base.durability().isDurable();
    return new ServerStore(FailStopStore.over(base, lost), () -> {}, durable);
  }

  /** All layers together. */
  Store store() {
    return store;
  }

  Structures open(StructuresOptions options) {
    return Structures.over(store, options);
  }

  /** Flushes the write buffer to the engine. */
  void writeDown() {
    writeDown.run();
  }

  /** Makes writes as durable as replies promise: on disk, or in the engine. */
  Runnable makeDurable(Structures structures) {
    return durable ? structures::sync : writeDown;
  }
}
