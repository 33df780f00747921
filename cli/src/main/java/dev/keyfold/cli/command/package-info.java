/**
 * What every command is made of: its options, its streams, what it prints, and how it ends. A
 * command on tables opens a database by URL ({@link dev.keyfold.cli.command.StoreCommand}); what a
 * store can do is asked of its provider, never read from the URL.
 */
package dev.keyfold.cli.command;
