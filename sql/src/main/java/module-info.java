/** SQL over tables and structures. */
// Calcite has no descriptors of its own; pg is compiled after this module.
@SuppressWarnings({"requires-automatic", "module"})
module dev.keyfold.sql {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.structures;
  requires transitive dev.keyfold.table;
  requires transitive java.sql;
  requires avatica.core;
  requires calcite.babel;
  requires calcite.core;
  requires calcite.linq4j;
  requires com.google.common;
  requires org.codehaus.commons.compiler;
  requires org.codehaus.janino;

  exports dev.keyfold.sql;
  exports dev.keyfold.sql.catalog;
  exports dev.keyfold.sql.errors;
  exports dev.keyfold.sql.function; // named by the code that Calcite generates
  exports dev.keyfold.sql.jdbc;
  exports dev.keyfold.sql.parse to
      dev.keyfold.pg;
  exports dev.keyfold.sql.query.scan; // named by the code that Calcite generates
  exports dev.keyfold.sql.result;
  exports dev.keyfold.sql.session;
  exports dev.keyfold.sql.system;

  provides java.sql.Driver with
      dev.keyfold.sql.jdbc.KeyfoldDriver;
}
