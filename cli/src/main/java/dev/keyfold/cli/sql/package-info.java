/** {@code keyfold sql}, and SQL in the shell. Nothing here is loaded by the other commands. */
package dev.keyfold.cli.sql;
