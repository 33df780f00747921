/**
 * Shared by all network ports: options, TLS, login throttling, a log that never fails the caller.
 */
module dev.keyfold.port {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.store;
  requires transitive io.netty.handler;
  requires io.netty.buffer;

  exports dev.keyfold.port;
}
