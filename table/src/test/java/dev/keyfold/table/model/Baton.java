package dev.keyfold.table.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;

/**
 * Lets threads run one at a time and decides by a seed, at every single operation of a store, who
 * continues and who dies there for ever. The same seed gives the same run.
 */
final class Baton {
  /** The end of a process: an error, so that nobody takes it for a failure that can be handled. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("killed", null, false, false);
    }
  }

  /** A process. */
  final class Runner {
    private final Semaphore turn = new Semaphore(0);
    private final Thread thread;
    private int operationsToLive;
    private boolean busy;
    Throwable failure;

    private Runner(int operationsToLive, Runnable work) {
      this.operationsToLive = operationsToLive;
      this.thread =
          new Thread(
              () -> {
                turn.acquireUninterruptibly();
                try {
                  work.run();
                } catch (Crash killed) {
                  // its work stays as it was
                } catch (RuntimeException | Error e) {
                  failure = e;
                }
                running.remove(this);
                next();
              });
    }

    boolean isDead() {
      return operationsToLive <= 0;
    }
  }

  private final Random random;
  private final double switching;
  private final List<Runner> all = new ArrayList<>();
  private final List<Runner> running = new ArrayList<>();
  private final Semaphore end = new Semaphore(0);
  private Runner current;
  private Runner alone;

  /**
   * @param switching how likely another one continues
   */
  Baton(Random random, double switching) {
    this.random = random;
    this.switching = switching;
  }

  void add(int operationsToLive, Runnable work) {
    Runner runner = new Runner(operationsToLive, work);
    all.add(runner);
    running.add(runner);
  }

  /** Runs all to their ends. */
  void run() {
    all.forEach(runner -> runner.thread.start());
    next();
    end.acquireUninterruptibly();
    for (Runner runner : all) {
      if (runner.failure != null) {
        throw new AssertionError("a process failed: " + runner.failure, runner.failure);
      }
    }
  }

  private void next() {
    if (running.isEmpty()) {
      end.release();
    } else {
      current = running.get(random.nextInt(running.size()));
      current.turn.release();
    }
  }

  /** Before a single operation: others may go first, or this is the end. */
  void step() {
    Runner me = current;
    if (me.isDead() || --me.operationsToLive <= 0) {
      throw new Crash();
    }
    if (random.nextDouble() < switching) {
      yieldTurn();
    }
  }

  private void yieldTurn() {
    Runner me = current;
    Runner other = running.get(random.nextInt(running.size()));
    if (other != me) {
      current = other;
      other.turn.release();
      me.turn.acquireUninterruptibly();
    }
  }

  /** One piece of work of a process; waits while another must be alone. */
  void work(Runnable work) {
    while (alone != null && alone != current) {
      yieldTurn();
    }
    Runner me = current;
    me.busy = true;
    work.run();
    me.busy = false;
  }

  /** Work that begins when no other process is in the middle of one, as after a long wait. */
  void alone(Runnable work) {
    Runner me = current;
    while (alone != null && alone != me) {
      yieldTurn();
    }
    alone = me;
    try {
      while (running.stream().anyMatch(other -> other != me && other.busy)) {
        yieldTurn();
      }
      work.run();
    } finally {
      alone = null;
    }
  }
}
