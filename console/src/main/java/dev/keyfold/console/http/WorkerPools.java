package dev.keyfold.console.http;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread pools that handle requests. Health probes share no thread with requests that can take
 * long; streamed bodies, which wait for slow readers, have a pool of their own. Thread-safe.
 */
final class WorkerPools implements AutoCloseable {
  private static final int WORKERS = 4;
  private static final int WORK_WAITING = 256;
  private static final int PROBES_WAITING = 64;
  private static final int STREAMS = 16;
  private static final long CLOSE_SECONDS = 10;

  // A readiness probe that hangs in the store must not block the liveness probe.
  private final ThreadPoolExecutor alive =
      pool("alive", 1, 1, new ArrayBlockingQueue<>(PROBES_WAITING));
  private final ThreadPoolExecutor probe =
      pool("probe", 2, 2, new ArrayBlockingQueue<>(PROBES_WAITING));
  private final ThreadPoolExecutor work =
      pool("worker", WORKERS, WORKERS, new ArrayBlockingQueue<>(WORK_WAITING));
  private final ThreadPoolExecutor streams =
      pool(
          "stream",
          0,
          STREAMS,
          new SynchronousQueue<>()); // rejects a stream if all threads are busy

  private static ThreadPoolExecutor pool(
      String name, int core, int most, BlockingQueue<Runnable> queue) {
    DefaultThreadFactory threads = new DefaultThreadFactory("keyfold-http-" + name, true);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(core, most, 1, TimeUnit.MINUTES, queue, threads);
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** The pool for requests of that lane. */
  Executor of(Router.Lane lane) {
    return switch (lane) {
      case ALIVE -> alive;
      case PROBE -> probe;
      case WORK -> work;
    };
  }

  /** The pool for streamed bodies. */
  Executor streams() {
    return streams;
  }

  /** Rejects new requests, and waits for running ones, which use the store. */
  @Override
  public void close() {
    List<ThreadPoolExecutor> all = List.of(alive, probe, work, streams);
    all.forEach(ThreadPoolExecutor::shutdown);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
    try {
      for (ThreadPoolExecutor pool : all) {
        pool.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
