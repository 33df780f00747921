/** Commands on fields with values. */
package dev.keyfold.server.command.hash;
