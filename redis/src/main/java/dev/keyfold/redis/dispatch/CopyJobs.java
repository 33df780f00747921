package dev.keyfold.redis.dispatch;

import dev.keyfold.port.SafeLog;
import dev.keyfold.redis.client.Client;
import dev.keyfold.redis.client.Loop;
import dev.keyfold.redis.client.QueuedTransaction;
import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.Command;
import dev.keyfold.redis.command.CommandTable;
import dev.keyfold.redis.command.Flag;
import dev.keyfold.redis.command.KeySpec;
import dev.keyfold.redis.command.StoredResult;
import dev.keyfold.structures.BulkLoad;
import dev.keyfold.structures.Structures;
import dev.keyfold.structures.Work;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Computes big results on a worker thread, one after another, while the loop serves other clients.
 * Confined to the loop thread, except {@link #close}.
 *
 * <pre>
 *   loop     snapshot, record ────── other commands ──────────── publish, reply
 *   worker        └─ read the snapshot, load the elements aside ──┘
 * </pre>
 *
 * <p>The command counts as executed at its snapshot. Later commands that name the destination, and
 * the client itself, therefore wait until it is published. Concurrent changes of the sources have
 * no effect. A flush of the destination's database discards the result. Commands on all names
 * (KEYS, SCAN, RANDOMKEY, DBSIZE) do not wait, and see the destination as it was before.
 */
public final class CopyJobs {
  /**
   * Snapshots keep old versions alive, so the number of concurrent jobs is limited; further
   * commands wait.
   */
  private static final int MOST = 16;

  private static final long CLOSE_SECONDS = 60;
  private static final System.Logger LOG = System.getLogger(CopyJobs.class.getName());

  /** One running job. */
  private static final class Job {
    final Call call;
    final StoredResult result;
    final BulkLoad load;
    final Work snapshot;
    final Runnable afterwards;
    final int from;
    final boolean silent;
    final long start = System.nanoTime();
    boolean flushed;

    Job(Call call, StoredResult result, BulkLoad load, Work snapshot, Runnable afterwards) {
      this.call = call;
      this.result = result;
      this.load = load;
      this.snapshot = snapshot;
      this.afterwards = afterwards;
      this.from = call.client().database();
      this.silent = !call.client().replies().isWanted();
    }
  }

  /** A command that waits for a job, or a blocked one that would have been served. */
  private record Held(Client client, Runnable again) {}

  private final Structures structures;
  private final Loop loop;
  private final CommandTable commands;
  private final CommandRunner runner;
  private final List<Job> jobs = new ArrayList<>();
  private List<Held> held = new ArrayList<>();
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "keyfold-copy");
            thread.setDaemon(true);
            return thread;
          });

  /** No jobs yet. */
  public CopyJobs(Structures structures, Loop loop, CommandTable commands, CommandRunner runner) {
    this.structures = structures;
    this.loop = loop;
    this.commands = commands;
    this.runner = runner;
  }

  /** The number of running jobs. */
  public int count() {
    return jobs.size();
  }

  /**
   * Starts a job for a result. Commits the removals of expired keys by the command first.
   *
   * @param afterwards the follow-ups of the change, to run after the result is published
   */
  public void begin(
      Call call, StoredResult result, StoredResult.Filler filler, Runnable afterwards) {
    // Removals of expired keys; nothing can run between this commit and the snapshot.
    call.unit().commit();
    BulkLoad load;
    try (Work work = structures.begin()) {
      load = BulkLoad.aside(work, result.type());
      try {
        work.commit();
      } catch (RuntimeException | Error e) {
        load.close();
        throw e;
      }
    }
    Job job;
    try {
      Work snapshot = structures.read();
      snapshot.limitCollected(call.client().replyBytes());
      job = new Job(call, result, load, snapshot, afterwards);
    } catch (RuntimeException | Error e) {
      load.close();
      throw e;
    }
    jobs.add(job);
    call.client().copying(true);
    worker.execute(() -> run(job, filler));
  }

  /** Runs on the worker thread. */
  private void run(Job job, StoredResult.Filler filler) {
    Throwable failure = null;
    try {
      // Closed before the load is finished: an engine that ingests files while a snapshot is open
      // has to rewrite them later, which costs as much as the copy.
      try (Work snapshot = job.snapshot) {
        filler.fill(snapshot.space(job.from), job.load);
      }
      job.load.finish();
    } catch (Throwable e) {
      // Any error: the client waits for a reply, and others may wait for the client.
      failure = e;
    }
    Throwable thrown = failure;
    try {
      loop.execute(() -> end(job, thrown));
    } catch (RejectedExecutionException stopped) {
      // The server is closed: no client waits for a reply, and the load is reclaimed through its
      // record.
      job.load.close();
    }
  }

  private void end(Job job, @Nullable Throwable failure) {
    jobs.remove(job);
    Client client = job.call.client();
    int mark = client.reply().mark();
    runner.enter(client);
    try {
      if (failure != null) {
        runner.failed(client, failure);
      } else if (job.flushed) {
        job.result.answer(job.call, job.load);
      } else {
        runner.complete(job.call, again -> job.result.publish(again, job.load));
      }
      runner.waited(job.call, System.nanoTime() - job.start);
    } finally {
      runner.leave();
      if (job.silent || client.isClosing()) {
        client.reply().truncate(mark);
      }
      client.running(false);
      release(job, client);
    }
  }

  private void release(Job job, Client client) {
    try {
      // Not on the loop: it may wait for the reclaimer.
      worker.execute(job.load::close);
    } catch (RejectedExecutionException stopped) {
      LOG.log(System.Logger.Level.DEBUG, "closed: what is left is reclaimed at the next start");
    }
    client.copying(false);
    List<Held> waiting = held;
    held = new ArrayList<>();
    contain(client, job.afterwards);
    for (Held each : waiting) {
      contain(each.client, each.again);
    }
    contain(client, () -> client.transport().resume());
  }

  /** Executes a delayed command again; another job may delay it once more. */
  private static void goOn(Client client, byte[][] arguments, CommandSink later) {
    if (client.putOff() == arguments) {
      client.putOff(null);
      later.execute(client, arguments);
      client.transport().resume();
    }
  }

  /** Closes the client if the step fails: others that waited must be served all the same. */
  private static void contain(Client client, Runnable step) {
    try {
      step.run();
    } catch (Throwable e) {
      SafeLog.log(
          LOG,
          System.Logger.Level.ERROR,
          "closing a client after its command failed unexpectedly",
          e);
      try {
        client.kill();
      } catch (Throwable notClosed) {
        SafeLog.log(LOG, System.Logger.Level.ERROR, "a client could not be closed", notClosed);
      }
    }
  }

  /** Whether the command has to wait for a job; it is then executed later. */
  boolean holds(Client client, Command command, byte[][] arguments, CommandSink later) {
    if (jobs.isEmpty()) {
      return false;
    }
    boolean waits;
    QueuedTransaction transaction = client.transaction();
    if (command.name().equals("exec") && transaction != null) {
      waits =
          transaction.queue().stream().anyMatch(queued -> names(commands.resolve(queued), queued));
    } else {
      waits = names(command, arguments) || (jobs.size() >= MOST && command.is(Flag.WRITE));
    }
    if (waits) {
      client.putOff(arguments);
      held.add(new Held(client, () -> goOn(client, arguments, later)));
    }
    return waits;
  }

  /** Whether a blocked command must wait for a job; it is then retried later. */
  boolean holds(Call blocked, Runnable again) {
    boolean waits = !jobs.isEmpty() && names(blocked.command(), blocked.args());
    if (waits) {
      held.add(new Held(blocked.client(), again));
    }
    return waits;
  }

  /**
   * Whether it names the destination of a job, in any database; SORT's patterns may name any key.
   */
  private boolean names(Command command, byte[][] arguments) {
    if (command.name().startsWith("sort") && arguments.length > 2) {
      return true;
    }
    for (KeySpec.Key key : command.findKeys(arguments)) {
      byte[] name = arguments[key.position()];
      for (Job job : jobs) {
        if (Arrays.equals(name, job.result.target())) {
          return true;
        }
      }
    }
    return false;
  }

  void flushed(int database) {
    for (Job job : jobs) {
      job.flushed |= job.result.database() == database;
    }
  }

  void swapped(int first, int second) {
    jobs.forEach(job -> job.result.swapped(first, second));
  }

  /** Cancels running jobs after the loop has ended. Thread-safe. */
  public void close() {
    jobs.forEach(job -> job.load.cancel());
    worker.shutdown();
    boolean interrupted = false;
    try {
      if (!worker.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.log(System.Logger.Level.WARNING, "a copy did not end in " + CLOSE_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
