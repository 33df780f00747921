/** The state of a session that queries and other statements share: settings and transaction. */
package dev.keyfold.sql.session;
