/**
 * One database under all ports: {@link dev.keyfold.server.KeyfoldServer} opens it, starts the ports
 * and gives them what they share. A port is a module of its own that knows nothing of the others:
 *
 * <pre>
 *   server ─┬─ redis ────┬─ port      Redis clients
 *           ├─ pg ───────┤            PostgreSQL clients
 *           └─ console ──┘            HTTP: API and pages
 * </pre>
 */
package dev.keyfold.server;
