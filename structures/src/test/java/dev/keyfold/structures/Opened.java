package dev.keyfold.structures;

import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.structures.type.ChangeListener;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Structures over a memory store with a fake clock and no thread of their own. */
final class Opened implements AutoCloseable {
  final FakeClock clock = new FakeClock();
  final Store store;
  Structures structures;

  Opened() {
    this(Stores.open("memory:"), ChangeListener.NONE);
  }

  Opened(Store store, ChangeListener listener) {
    this.store = store;
    open(listener);
  }

  private void open(ChangeListener listener) {
    structures =
        Structures.over(
            store,
            StructuresOptions.defaults()
                .withClock(clock)
                .withBackground(false)
                .withListener(listener));
  }

  /** As a new process would find it. */
  void reopen() {
    structures.close();
    open(ChangeListener.NONE);
  }

  void change(Consumer<Space> change) {
    try (Work work = structures.begin()) {
      change.accept(work.space(0));
      work.commit();
    }
  }

  String text(Function<Space, byte[]> question) {
    try (Work work = structures.begin()) {
      String answer = s(question.apply(work.space(0)));
      work.commit();
      return answer;
    }
  }

  long number(ToLongFunction<Space> question) {
    try (Work work = structures.begin()) {
      long answer = question.applyAsLong(work.space(0));
      work.commit();
      return answer;
    }
  }

  void reclaimAll() {
    while (structures.reclaim()) {
      Thread.onSpinWait();
    }
  }

  static byte[] b(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static String s(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    structures.close();
    store.close();
  }
}
