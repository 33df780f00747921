/**
 * The base of every command: options, streams, output and exit status. A command on tables opens a
 * database by URL ({@link dev.keyfold.cli.command.StoreCommand}); the capabilities of a store come
 * from its provider, never from the URL.
 */
package dev.keyfold.cli.command;
