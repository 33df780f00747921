package dev.keyfold.console.api;

import dev.keyfold.console.backend.Jobs;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.port.Backups;
import java.util.LinkedHashMap;
import java.util.Map;

/** Backups of the store while it is in use; the job shows their progress. */
final class BackupApi {
  private static final long POLL_MILLIS = 50;

  private final Backups backups;
  private final Jobs jobs;

  BackupApi(Backups backups, Jobs jobs) {
    this.backups = backups;
    this.jobs = jobs;
  }

  void register(Router router) {
    router.get("/api/backup", request -> Response.json(status()));
    router.change("/api/backup", this::start);
  }

  private Map<String, Object> status() {
    Backups.Status last = backups.status();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("configured", backups.isConfigured());
    json.put("state", last.state().name().toLowerCase(java.util.Locale.ROOT));
    json.put("place", last.place());
    json.put("done", last.done());
    json.put("total", last.of());
    json.put("bytes", last.bytes());
    json.put("started", last.startedMillis());
    json.put("ended", last.endedMillis());
    json.put("saved", last.savedMillis());
    json.put("error", last.message());
    return json;
  }

  private Response start(Request request) {
    if (!backups.isConfigured()) {
      throw new HttpException(
          409, "the server has no directory for backups; start it with --backup-dir DIRECTORY");
    }
    if (!backups.start()) {
      throw new HttpException(409, "a backup is running already");
    }
    String title = "backup to " + backups.status().place();
    return Response.json(jobs.start(title, 0, this::follow).toJson());
  }

  private void follow(Jobs.Job job) {
    Backups.Status now = backups.status();
    while (now.state() == Backups.State.RUNNING && !job.isCancelled()) {
      job.progress(now.done(), now.of(), 0);
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      now = backups.status();
    }
    job.progress(now.done(), now.of(), 0);
    if (now.state() == Backups.State.FAILED) {
      throw new IllegalStateException(now.message());
    }
  }
}
