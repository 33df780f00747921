/**
 * The {@code keyfold} program: {@link dev.keyfold.cli.Main} maps arguments to commands and
 * exceptions to exit codes, with help, typing errors and error messages.
 *
 * <p>The commands are in one package per group: {@code key}, {@code entry}, {@code table}, {@code
 * structure}, {@code data}, {@code sql}, {@code admin}, {@code serve}, {@code shell} and {@code
 * demo}; {@code command} has what they share. They see the world only through {@link
 * dev.keyfold.cli.command.Console}, so that a test can run the whole program as a function.
 *
 * <p>Guarantees: standard output carries results and nothing else; every message goes to standard
 * error; good lines are written whatever the bad ones are; memory does not grow with the number of
 * lines.
 *
 * <p>Not here: what keys look like (codec), and the text of conditions ({@code table.where}).
 */
package dev.keyfold.cli;
