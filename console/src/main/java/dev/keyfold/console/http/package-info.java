/**
 * HTTP for people and their tools: requests in, responses out, sessions, and the files of the
 * console. Knows nothing of what is asked; that is {@code dev.keyfold.console.api}.
 *
 * <pre>
 *   bytes ──▶ HttpPort ──▶ HttpConnection ──▶ AccessControl ──▶ Router ──▶ Endpoint      on a worker thread
 *   bytes ◀── HttpConnection ◀── Response                                      never on the Redis loop
 * </pre>
 */
package dev.keyfold.console.http;
