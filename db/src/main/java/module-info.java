/** The object that a program opens: tables and structures over one store, chosen by URL. */
module dev.keyfold.db {
  requires transitive dev.keyfold.structures;
  requires transitive dev.keyfold.table;

  exports dev.keyfold.db;
}
