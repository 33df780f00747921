/** The schema pg_catalog: what clients ask of PostgreSQL's catalogs, as tables and functions. */
package dev.keyfold.pg.catalog;
