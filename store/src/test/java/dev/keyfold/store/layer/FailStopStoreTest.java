package dev.keyfold.store.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Batch;
import dev.keyfold.store.BulkWriter;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.Transaction;
import dev.keyfold.store.errors.StoreException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Every error of a write is reported and rethrown; exceptions are the caller's. */
class FailStopStoreTest {
  private static final byte[] KEY = {1};

  private final List<Error> reported = new ArrayList<>();
  private final Error error = new OutOfMemoryError("on purpose");
  private final Store store = FailStopStore.over(failing(error), reported::add);

  /** All calls that read or write fail; what they are called on can be opened. */
  private static Store failing(Throwable thrown) {
    Transaction transaction = proxy(Transaction.class, thrown, null, null);
    return proxy(Store.class, thrown, transaction, new FailingWriter(thrown));
  }

  private static <T> T proxy(
      Class<T> type, Throwable thrown, Transaction transaction, BulkWriter writer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "durability" -> Durability.ASYNC;
                  case "transaction" -> transaction;
                  case "bulkWriter" -> writer;
                  default -> throw thrown;
                }));
  }

  /** Fails with the entry whose key is {@link #KEY}, and with the commit. */
  private static final class FailingWriter extends BulkWriter {
    private final Throwable thrown;

    FailingWriter(Throwable thrown) {
      this.thrown = thrown;
    }

    private void fail() {
      if (thrown instanceof Error e) {
        throw e;
      }
      throw (RuntimeException) thrown;
    }

    @Override
    protected void add(
        byte[] key, int keyAt, int keyLength, byte[] value, int valueAt, int valueLength) {
      if (key == KEY) {
        fail();
      }
    }

    @Override
    protected void end(Durability durability) {
      fail();
    }

    @Override
    public void close() {}
  }

  private static Batch batch() {
    Batch batch = new Batch();
    batch.put(KEY, KEY);
    return batch;
  }

  private void assertReported(ThrowingCallable write) {
    reported.clear();
    assertThatThrownBy(write).isSameAs(error);
    assertThat(reported).containsExactly(error);
  }

  @Test
  void errorsOfWritesAreReported() {
    assertReported(() -> store.write(batch()));
    assertReported(() -> store.put(KEY, KEY));
    assertReported(() -> store.compareAndSet(KEY, null, KEY, Durability.ASYNC));
    assertReported(() -> store.compareAndSetAll(List.of(), Durability.ASYNC));
    assertReported(() -> store.transaction().commit());
  }

  @Test
  void errorsOfABulkLoadAreReported() {
    try (BulkWriter writer = store.bulkWriter()) {
      assertReported(() -> writer.put(KEY, KEY));
    }
    try (BulkWriter writer = FailStopStore.over(failing(error), reported::add).bulkWriter()) {
      writer.put(new byte[] {2}, KEY);
      assertReported(() -> writer.commit(Durability.ASYNC));
    }
  }

  @Test
  void aReadChangesNothing() {
    assertThatThrownBy(() -> store.get(KEY)).isSameAs(error);
    assertThat(reported).isEmpty();
  }

  @Test
  void exceptionsAreTheCallers() {
    StoreException failure = new StoreException("on purpose");
    Store refusing = FailStopStore.over(failing(failure), reported::add);
    assertThatThrownBy(() -> refusing.write(batch())).isSameAs(failure);
    assertThatThrownBy(() -> refusing.transaction().commit()).isSameAs(failure);
    try (BulkWriter writer = refusing.bulkWriter()) {
      assertThatThrownBy(() -> writer.put(KEY, KEY)).isSameAs(failure);
    }
    assertThat(reported).isEmpty();
  }
}
