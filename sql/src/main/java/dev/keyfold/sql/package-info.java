/**
 * SQL over the tables and structures of a database: {@link dev.keyfold.sql.SqlDatabase} is opened
 * once per database and holds the plan cache, {@link dev.keyfold.sql.SqlSession} executes
 * statements for one caller, {@link dev.keyfold.sql.SqlStatement} is a prepared one and {@link
 * dev.keyfold.sql.SqlResult} its rows or its update count.
 *
 * <p>Below: {@code errors}, {@code result} and {@code session} are shared by the others; {@code
 * type} maps the types of fields to those of SQL; {@code query} plans and runs SELECT with Calcite
 * in front of the planner of tables; {@code kv} shows structures as tables; {@code statement} runs
 * everything else; {@code jdbc} is the driver. Each uses only those before it.
 */
package dev.keyfold.sql;
