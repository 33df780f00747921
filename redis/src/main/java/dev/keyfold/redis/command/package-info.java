/**
 * Commands and how they run: {@link dev.keyfold.redis.command.Family} is what a group of commands
 * implements, {@link dev.keyfold.redis.command.Call} is all that a command sees, {@link
 * dev.keyfold.redis.command.Dispatcher} checks and runs it. Each family has a package below this
 * one; nothing outside a family knows what is in it.
 *
 * <p>Everything runs on one thread, the loop. Nothing here is safe for another one unless it says
 * so.
 */
package dev.keyfold.redis.command;
