/** Opens one database and starts the ports. */
module dev.keyfold.server {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.db;
  requires transitive dev.keyfold.port;
  requires dev.keyfold.console;
  requires transitive dev.keyfold.pg;
  requires dev.keyfold.redis;

  exports dev.keyfold.server;
}
