/** The object that a program opens: tables and structures over one store, chosen by URL. */
module dev.keyfold.db {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.structures;
  requires transitive dev.keyfold.table;
  requires static transitive dev.keyfold
      .sql; // for Keyfold.sql() only: a program without SQL does not need it

  exports dev.keyfold.db;
}
