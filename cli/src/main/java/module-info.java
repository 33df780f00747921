/** The {@code keyfold} program. It has no API. */
module dev.keyfold.cli {
  requires static org.jspecify; // only annotations: what may be null
  requires com.fasterxml.jackson.core;
  requires dev.keyfold.server;
  requires dev.keyfold.db;
  requires dev.keyfold.pg;
  requires dev.keyfold.port;
  requires dev.keyfold.redis;
  requires dev.keyfold.sql;
  requires info.picocli;
  requires org.jline.reader;
  requires org.jline.terminal;
}
