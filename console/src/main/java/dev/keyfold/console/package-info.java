/**
 * The web console and its HTTP API over one database: {@link dev.keyfold.console.ConsolePort} is
 * all that a server needs.
 *
 * <pre>
 *   http: HttpPort ──▶ HttpConnection ──▶ AccessControl ──▶ Router ──▶ api: an area each ──▶ Keyfold
 *   heat: a sample of the keys that the store reads and writes
 * </pre>
 *
 * <p>The pages are in {@code resources/console}: {@code lib} has what they share, {@code pages} one
 * module per page.
 */
package dev.keyfold.console;
