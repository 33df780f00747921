/** Typed tables with composite keys and secondary indexes over any store. */
module dev.keyfold.table {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.codec;
  requires transitive dev.keyfold.store;
  requires com.dynatrace.hash4j;
  requires transitive com.fasterxml.jackson.core;

  exports dev.keyfold.table;
  exports dev.keyfold.table.advise;
  exports dev.keyfold.table.entry;
  exports dev.keyfold.table.errors;
  exports dev.keyfold.table.expr;
  exports dev.keyfold.table.load;
  exports dev.keyfold.table.plan;
  exports dev.keyfold.table.run;
  exports dev.keyfold.table.schema;
  exports dev.keyfold.table.upkeep;
  exports dev.keyfold.table.where;
}
