package dev.keyfold.console.api;

import dev.keyfold.console.backend.Backend;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.store.errors.StoreException;

/**
 * Health checks for supervisors and load balancers. Requires no login, and reveals nothing else.
 */
final class HealthApi {
  private final Backend backend;

  /** Of that data. */
  HealthApi(Backend backend) {
    this.backend = backend;
  }

  /** Takes its addresses. */
  void register(Router router) {
    router.open("GET", "/healthz", request -> Response.text("ok\n"));
    router.open("GET", "/readyz", request -> ready());
  }

  private Response ready() {
    try {
      backend.store().get(new byte[] {0});
      backend.store().checkWritable();
      return Response.text("ready\n");
    } catch (StoreException e) {
      throw new HttpException(
          503, "the store does not answer or rejects writes: " + e.getMessage());
    }
  }
}
