/**
 * SQL over the tables and structures of a database: {@link dev.keyfold.sql.SqlDatabase} is opened
 * once per database and holds the plan cache, {@link dev.keyfold.sql.SqlSession} executes
 * statements for one caller, {@link dev.keyfold.sql.SqlStatement} is a prepared one and {@link
 * dev.keyfold.sql.SqlResult} its rows or its update count.
 *
 * <p>Below: {@code errors}, {@code result} and {@code session} are shared by the others; {@code
 * type} maps the types of fields to those of SQL; {@code catalog} keeps what SQL declares beyond
 * the definition of a table; {@code parse} reads every statement but queries; {@code query.scan}
 * and {@code query.rel} are what Calcite plans and runs, {@code kv} shows structures as tables,
 * {@code query} puts Calcite in front of the planner of tables; {@code statement} runs everything
 * else; {@code jdbc} is the driver, above this package. Each uses only those before it.
 */
package dev.keyfold.sql;
