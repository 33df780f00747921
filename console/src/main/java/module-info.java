/** The HTTP API over one database, and the web console that uses it. */
@SuppressWarnings("module") // the modules named by exports are built after this one
module dev.keyfold.console {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.db;
  requires transitive dev.keyfold.port;
  requires com.fasterxml.jackson.core;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.codec.http;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;

  exports dev.keyfold.console to
      dev.keyfold.server;
  exports dev.keyfold.console.api to
      dev.keyfold.server;
  exports dev.keyfold.console.heat to
      dev.keyfold.server;
  exports dev.keyfold.console.http to
      dev.keyfold.server;
}
