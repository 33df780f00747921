/** The family {@code list}: elements by position, and clients that wait for one. */
package dev.keyfold.redis.command.list;
