/** Runs a command in a server: addresses, login, and the client's side of the Keyfold protocol. */
package dev.keyfold.cli.remote;
