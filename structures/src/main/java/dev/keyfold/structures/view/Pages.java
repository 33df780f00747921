package dev.keyfold.structures.view;

import dev.keyfold.structures.Work;
import java.lang.ref.Cleaner;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over one snapshot, a page at a time. What fits into the first page is read at once and
 * the snapshot closed; else that stays open until the last page is read, or until the iterator is
 * garbage: a collection must not need closing. Not thread-safe.
 */
final class Pages<T> implements Iterator<T> {
  static final int PAGE = 256;

  private static final Cleaner CLEANER = Cleaner.create();

  /** Reads the next page. */
  interface Reader<T> {
    /** Adds at most {@link #PAGE} to the page; fewer at the end. */
    void read(Work work, Queue<T> page);
  }

  private final Window window;
  private final Reader<T> reader;
  private final Consumer<T> remover;
  private final Queue<T> page = new ArrayDeque<>();
  private final Snapshot snapshot;
  private final Cleaner.Cleanable cleanable;
  private boolean ended;
  private @Nullable T last;

  Pages(Window window, Reader<T> reader, Consumer<T> remover) {
    this.window = window;
    this.reader = reader;
    this.remover = remover;
    snapshot = new Snapshot(window.open(), window.hasSnapshots());
    cleanable = CLEANER.register(this, snapshot);
    fill();
  }

  /** Knows nothing of the iterator, which could else never become garbage. */
  private static final class Snapshot implements Runnable {
    final Work work;

    /** Whether it is this iterator's own; else it is the work around it. */
    private final boolean own;

    private final AtomicBoolean closed = new AtomicBoolean();

    Snapshot(Work work, boolean own) {
      this.work = work;
      this.own = own;
    }

    @Override
    public void run() {
      if (!closed.getAndSet(true) && own) {
        work.close();
      }
    }
  }

  private void fill() {
    window.check();
    boolean whole = false;
    try {
      reader.read(snapshot.work, page);
      whole = page.size() == PAGE;
    } finally {
      if (!whole) {
        ended = true;
        cleanable.clean();
      }
    }
  }

  @Override
  public boolean hasNext() {
    if (page.isEmpty() && !ended) {
      fill();
    }
    return !page.isEmpty();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    last = page.remove();
    return last;
  }

  @Override
  public void remove() {
    if (last == null) {
      throw new IllegalStateException("there is nothing to remove before the first step");
    }
    remover.accept(last);
    last = null;
  }
}
