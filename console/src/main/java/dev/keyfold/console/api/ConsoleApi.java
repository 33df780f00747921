package dev.keyfold.console.api;

import dev.keyfold.console.api.heat.HeatApi;
import dev.keyfold.console.api.lens.LensApi;
import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.backend.Jobs;
import dev.keyfold.console.heat.HeatRecorder;
import dev.keyfold.console.http.AccessControl;
import dev.keyfold.console.http.Passwords;
import dev.keyfold.console.http.Router;
import dev.keyfold.console.http.Sessions;
import dev.keyfold.console.http.UserDirectory;
import dev.keyfold.db.Keyfold;
import dev.keyfold.port.Backups;
import dev.keyfold.port.ServerOptions;

/** All areas of the API, under one access control. */
public final class ConsoleApi implements Api {
  private final AccessControl gate;
  private final Jobs jobs = new Jobs();
  private final MetricsApi metrics;

  /**
   * The API of one database.
   *
   * @param acknowledge makes writes as durable as the server promises
   */
  public ConsoleApi(
      Keyfold db,
      Runnable acknowledge,
      UserDirectory users,
      HeatRecorder heat,
      Measures measures,
      Backups backups,
      ServerOptions options) {
    Backend backend = new Backend(db, acknowledge, heat);
    Sessions sessions = new Sessions(users, options.clock());
    Router router = new Router();
    Passwords passwords = new Passwords(users, options.ticker());
    new SessionApi(sessions, users, passwords, false).register(router);
    new HealthApi(backend).register(router);
    new LensApi(backend).register(router);
    new TablesApi(backend, measures.redisPort()).register(router);
    new TreeApi(backend).register(router);
    new NamesApi(backend).register(router);
    new RowApi(backend).register(router);
    new RowInsertApi(backend).register(router);
    new StructureApi(backend).register(router);
    new StructureChangesApi(backend).register(router);
    new SubtreeApi(backend, jobs).register(router);
    new QueryApi(backend).register(router);
    new AdvisorApi(backend, jobs).register(router);
    new IndexApi(backend, jobs).register(router);
    new BackupApi(backups, jobs).register(router);
    new HeatApi(backend, heat).register(router);
    this.metrics = new MetricsApi(backend, measures);
    metrics.register(router);
    router.apart("/healthz", Router.Lane.ALIVE);
    router.apart("/readyz", Router.Lane.PROBE);
    router.apart("/metrics", Router.Lane.PROBE);
    this.gate = new AccessControl(router, sessions, users, passwords, ErrorResponses::answer);
  }

  @Override
  public AccessControl gate() {
    return gate;
  }

  @Override
  public void close() {
    metrics.close();
    jobs.close();
  }
}
