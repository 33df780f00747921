/**
 * The {@code keyfold} command: what a person types and reads.
 *
 * <p>What lives here: {@link dev.keyfold.cli.Main}, one class per command, the options that several
 * commands share, and what turns lines of text into values and back. Commands see the world only
 * through {@link dev.keyfold.cli.command.Console}, so that a test can run the whole program as a
 * function.
 *
 * <p>Guarantees: standard output carries results and nothing else; every message goes to standard
 * error; good lines are written whatever the bad ones are; memory does not grow with the number of
 * lines.
 *
 * <p>Not here: what keys look like (codec), and the text of conditions ({@code table.where}).
 */
package dev.keyfold.cli;
