/**
 * What commands are: {@link dev.keyfold.redis.command.Family} is what a group of commands
 * implements, {@link dev.keyfold.redis.command.CommandTable} has all of them, and {@link
 * dev.keyfold.redis.command.Call} is all that a handler sees. Each family has a package below this
 * one; only the class that puts a server together knows what is in it. Package {@code dispatch}
 * runs commands, and nothing here knows it.
 *
 * <p>Everything runs on one thread, the loop. Nothing here is safe for another one unless it says
 * so.
 */
package dev.keyfold.redis.command;
