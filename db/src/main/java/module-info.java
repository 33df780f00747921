/** The object that a program opens: tables and structures over one store, chosen by URL. */
module dev.keyfold.db {
  requires static org.jspecify; // only annotations: what may be null
  requires static transitive dev.keyfold.sql; // for programs that call Keyfold.sql()
  requires transitive dev.keyfold.structures;
  requires transitive dev.keyfold.table;

  exports dev.keyfold.db;
}
