/** The object that a program opens: tables and structures over one store, chosen by URL. */
module dev.keyfold.db {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.structures;
  requires transitive dev.keyfold.table;
  // For Keyfold.sql() only. Not transitive: then every module that requires this one needs SQL.
  requires static dev.keyfold.sql;

  exports dev.keyfold.db;
}
