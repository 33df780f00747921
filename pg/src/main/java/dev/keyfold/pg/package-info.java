/**
 * The PostgreSQL protocol, version 3, over the SQL of one database: {@link dev.keyfold.pg.PgPort}
 * listens, {@link dev.keyfold.pg.users.PgUsers} is what it needs of the server's users.
 */
package dev.keyfold.pg;
