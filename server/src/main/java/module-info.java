/** Opens one database and starts the ports. */
module dev.keyfold.server {
  requires transitive dev.keyfold.db;
  requires transitive dev.keyfold.port;
  requires dev.keyfold.console;
  requires dev.keyfold.redis;

  exports dev.keyfold.server;
}
