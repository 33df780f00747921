package dev.keyfold.console.backend;

import dev.keyfold.console.http.HttpException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Background jobs that outlive a request: index builds, deletes of subtrees. Thread-safe. */
public final class Jobs implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int REMEMBERED = 50;
  private static final long STOP_SECONDS = 20;

  /** What a job does. */
  @FunctionalInterface
  public interface Task {
    /** Works until it is done or the job is cancelled. */
    void run(Job job);
  }

  /** One of them. */
  public static final class Job {
    private final long id;
    private final String title;
    private volatile long done;
    private volatile long total;
    private volatile double rate;
    private volatile String state = "waiting";
    private volatile @Nullable String error;
    private volatile boolean cancelled;
    private volatile Runnable onCancel = () -> {};

    Job(long id, String title, long total) {
      this.id = id;
      this.title = title;
      this.total = total;
    }

    long id() {
      return id;
    }

    public void progress(long soFar, long of, double perSecond) {
      done = soFar;
      total = of;
      rate = perSecond;
    }

    public boolean isCancelled() {
      return cancelled;
    }

    public void onCancel(Runnable stop) {
      onCancel = stop;
      if (cancelled) {
        stop.run();
      }
    }

    private void cancel() {
      cancelled = true;
      onCancel.run();
    }

    public Map<String, Object> toJson() {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("id", id);
      json.put("title", title);
      json.put("state", state);
      json.put("done", done);
      json.put("total", total);
      json.put("rate", Math.round(rate));
      json.put("error", error);
      return json;
    }
  }

  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS,
          work -> {
            Thread thread = new Thread(work, "keyfold-job");
            thread.setDaemon(true);
            return thread;
          });
  private final Deque<Job> jobs = new ArrayDeque<>();
  private long nextId = 1;

  /** Starts one. */
  public synchronized Job start(String title, long total, Task task) {
    Job job = new Job(nextId++, title, total);
    jobs.addFirst(job);
    while (jobs.size() > REMEMBERED) {
      jobs.removeLast();
    }
    threads.execute(() -> run(job, task));
    return job;
  }

  private static void run(Job job, Task task) {
    if (job.cancelled) {
      job.state = "cancelled";
      return;
    }
    job.state = "running";
    try {
      task.run(job);
      job.state = job.cancelled ? "cancelled" : "done";
    } catch (RuntimeException e) {
      job.error = HttpException.messageOf(e);
      job.state = "failed";
    }
  }

  /** All that are remembered, the newest first. */
  public synchronized List<Object> list() {
    List<Object> list = new ArrayList<>();
    jobs.forEach(job -> list.add(job.toJson()));
    return list;
  }

  /** Stops one soon. */
  public void cancel(long id) {
    Job found;
    synchronized (this) {
      found = jobs.stream().filter(job -> job.id == id).findFirst().orElse(null);
    }
    if (found == null) {
      throw new HttpException(404, "job " + id + " does not exist");
    }
    found.cancel();
  }

  /** Cancels all jobs and waits until their current step is done. */
  @Override
  public void close() {
    List<Job> all;
    synchronized (this) {
      all = new ArrayList<>(jobs);
    }
    all.forEach(Job::cancel);
    threads.shutdown();
    try {
      threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
