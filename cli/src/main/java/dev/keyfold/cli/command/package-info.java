/** What every command is made of: its options, its streams, what it prints, and how it ends. */
package dev.keyfold.cli.command;
