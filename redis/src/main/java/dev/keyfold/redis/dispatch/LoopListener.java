package dev.keyfold.redis.dispatch;

import dev.keyfold.redis.client.Loop;
import dev.keyfold.structures.type.ChangeListener;

/**
 * Forwards changes to the loop, whichever thread has committed them. The structures need a listener
 * when they are opened, before the server's parts exist, so its target is set later. Thread-safe.
 */
public final class LoopListener implements ChangeListener {
  private final Loop loop;

  /** Set before the first change. */
  private volatile ChangeListener to = ChangeListener.NONE;

  private volatile Runnable afterwards = () -> {};

  /** No target yet. */
  public LoopListener(Loop loop) {
    this.loop = loop;
  }

  /**
   * Sets the target, which is called on the loop.
   *
   * @param followUp runs after a change that was not made by a command on the loop
   */
  public void tell(ChangeListener listener, Runnable followUp) {
    afterwards = followUp;
    to = listener;
  }

  @Override
  public void changed(int database, byte[] name) {
    if (loop.isHere()) {
      to.changed(database, name);
    } else {
      later(() -> to.changed(database, name));
    }
  }

  @Override
  public void expired(int database, byte[] name) {
    if (loop.isHere()) {
      to.expired(database, name);
    } else {
      later(() -> to.expired(database, name));
    }
  }

  @Override
  public void flushed(int database) {
    if (loop.isHere()) {
      to.flushed(database);
    } else {
      later(() -> to.flushed(database));
    }
  }

  @Override
  public void swapped(int database, int other) {
    if (loop.isHere()) {
      to.swapped(database, other);
    } else {
      later(() -> to.swapped(database, other));
    }
  }

  private void later(Runnable change) {
    loop.execute(
        () -> {
          change.run();
          afterwards.run();
        });
  }
}
