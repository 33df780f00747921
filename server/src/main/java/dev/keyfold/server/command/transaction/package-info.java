/** The family {@code transactions}: MULTI, EXEC, DISCARD, WATCH, UNWATCH. */
package dev.keyfold.server.command.transaction;
