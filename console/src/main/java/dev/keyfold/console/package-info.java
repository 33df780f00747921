/**
 * One database over HTTP, for people: {@link dev.keyfold.console.ConsolePort} is all that a server
 * needs.
 *
 * <pre>
 *   http: HttpPort ──▶ HttpConnection ──▶ AccessControl ──▶ Router ──▶ api: an area each ──▶ Keyfold
 *   heat: which keys are hot, told by the store
 * </pre>
 *
 * <p>The pages are in {@code resources/console}: {@code lib} for what they share, {@code pages}
 * with a module each.
 */
package dev.keyfold.console;
