package dev.keyfold.console.api;

import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Jobs;
import dev.keyfold.console.http.Fields;
import dev.keyfold.console.http.Request;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.table.upkeep.IndexBuild;
import dev.keyfold.table.upkeep.Progress;
import java.util.Map;

/** Creates and drops indexes and changes shards, while the table is in use; builds are jobs. */
final class IndexApi {
  private static final int MOST_SHARDS = 65_536;

  private final Backend backend;
  private final Jobs jobs;

  /** Over that data. */
  IndexApi(Backend backend, Jobs jobs) {
    this.backend = backend;
    this.jobs = jobs;
  }

  /**
   * Registers its addresses, and resumes index builds that were interrupted when the store was
   * closed.
   */
  void register(Router router) {
    router.get("/api/jobs", request -> Response.json(Map.of("jobs", jobs.list())));
    router.change("/api/jobs/cancel", this::cancel);
    router.change("/api/index/create", this::create);
    router.change("/api/index/drop", this::drop);
    router.change("/api/reshard", this::reshard);
    backend.tables().unfinishedBuilds().forEach(build -> start("resume: " + name(build), build));
  }

  private static String name(IndexBuild build) {
    String text = build.toString();
    int colon = text.lastIndexOf(": ");
    return colon < 0 ? text : text.substring(0, colon);
  }

  private Jobs.Job start(String title, IndexBuild build) {
    return jobs.start(
        title,
        0,
        job -> {
          job.onCancel(build::cancel);
          build.onProgress(progress -> show(job, progress));
          build.run();
          show(job, build.progress());
          backend.changed();
        });
  }

  private static void show(Jobs.Job job, Progress progress) {
    job.progress(progress.rows(), progress.estimate(), progress.rowsPerSecond());
  }

  private Response create(Request request) {
    Fields asked = request.json();
    String table = backend.table(asked.text("table")).name();
    String declaration = asked.text("index");
    int shards = (int) asked.number("shards", 0, 0, MOST_SHARDS);
    IndexBuild build = backend.tables().beginIndex(table, declaration, shards, shards == 0 ? 0 : 1);
    backend.changed();
    return Response.json(start("index on " + table + ": " + declaration, build).toJson());
  }

  private Response drop(Request request) {
    Fields asked = request.json();
    backend.tables().dropIndex(backend.table(asked.text("table")).name(), asked.text("index"));
    backend.changed();
    return Response.json(Map.of("dropped", true));
  }

  private Response reshard(Request request) {
    Fields asked = request.json();
    String table = backend.table(asked.text("table")).name();
    int shards = (int) asked.number("shards", 0, 0, MOST_SHARDS);
    int by = (int) asked.number("by", 1, 1, 255);
    IndexBuild build = backend.tables().beginReshard(table, shards, shards == 0 ? 0 : by);
    backend.changed();
    return Response.json(start("shards of " + table + ": " + shards, build).toJson());
  }

  private Response cancel(Request request) {
    jobs.cancel(request.json().number("id", 0, 0, Long.MAX_VALUE));
    return Response.json(Map.of("cancelled", true));
  }
}
