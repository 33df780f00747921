/** The JDBC driver: {@code jdbc:keyfold:rocksdb:./data}. */
package dev.keyfold.sql.jdbc;
