/** Commands that a server runs for clients of the Keyfold protocol: what the program implements. */
package dev.keyfold.pg.command;
