/**
 * The model of commands: a {@link dev.keyfold.redis.command.Family} is a group of commands, {@link
 * dev.keyfold.redis.command.CommandTable} contains all of them, and {@link
 * dev.keyfold.redis.command.Call} is everything a handler sees. Each family has a package below
 * this one, known only to the server's composition root. Package {@code dispatch} runs commands;
 * nothing here depends on it.
 *
 * <p>Everything is confined to one thread, the loop, unless documented otherwise.
 */
package dev.keyfold.redis.command;
