/** The tables of one database for every PostgreSQL client. */
module dev.keyfold.pg {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.port;
  requires transitive dev.keyfold.sql;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;

  exports dev.keyfold.pg;
  exports dev.keyfold.pg.catalog; // named by the code that Calcite generates
  exports dev.keyfold.pg.command;
  exports dev.keyfold.pg.users;
}
