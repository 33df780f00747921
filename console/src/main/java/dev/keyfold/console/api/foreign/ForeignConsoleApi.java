package dev.keyfold.console.api.foreign;

import dev.keyfold.console.api.Api;
import dev.keyfold.console.api.ErrorResponses;
import dev.keyfold.console.api.SessionApi;
import dev.keyfold.console.http.AccessControl;
import dev.keyfold.console.http.HttpException;
import dev.keyfold.console.http.Passwords;
import dev.keyfold.console.http.Response;
import dev.keyfold.console.http.Router;
import dev.keyfold.console.http.Sessions;
import dev.keyfold.console.http.UserDirectory;
import dev.keyfold.port.ServerOptions;
import dev.keyfold.store.Store;
import dev.keyfold.store.errors.StoreException;

/**
 * The API over the store of another program: its keys as a tree, its entries, and the key lens.
 * Nothing writes: there are no other addresses.
 */
public final class ForeignConsoleApi implements Api {
  private final AccessControl gate;

  /** The API of one store, which stays the caller's. */
  public ForeignConsoleApi(Store store, UserDirectory users, ServerOptions options) {
    Sessions sessions = new Sessions(users, options.clock());
    Passwords passwords = new Passwords(users, options.ticker());
    Router router = new Router();
    new SessionApi(sessions, users, passwords, true).register(router);
    new ForeignApi(store).register(router);
    new ForeignLensApi(store).register(router);
    router.open("GET", "/healthz", request -> Response.text("ok\n"));
    router.open("GET", "/readyz", request -> ready(store));
    router.apart("/healthz", Router.Lane.ALIVE);
    router.apart("/readyz", Router.Lane.PROBE);
    this.gate = new AccessControl(router, sessions, users, passwords, ErrorResponses::answer);
  }

  private static Response ready(Store store) {
    try {
      store.get(new byte[] {0});
      return Response.text("ready\n");
    } catch (StoreException e) {
      throw new HttpException(503, "the store does not answer: " + e.getMessage());
    }
  }

  @Override
  public AccessControl gate() {
    return gate;
  }

  @Override
  public void close() {}
}
