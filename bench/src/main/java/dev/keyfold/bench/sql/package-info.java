/**
 * SQL through JDBC beside SQLite, H2 and DuckDB: {@link dev.keyfold.bench.sql.SqlSideBySide} starts
 * one JVM per subject for lookups and one for the queries of TPC-H, and prints rates and targets.
 */
package dev.keyfold.bench.sql;
