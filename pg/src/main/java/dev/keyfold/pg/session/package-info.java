/**
 * What a connection does after its login: simple and extended queries, portals, COPY, transactions.
 * Runs on worker threads, one at a time for each connection; knows nothing of sockets.
 */
package dev.keyfold.pg.session;
