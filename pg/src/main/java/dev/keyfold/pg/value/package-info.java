/** The types of PostgreSQL's protocol, and values of them as text and binary. */
package dev.keyfold.pg.value;
