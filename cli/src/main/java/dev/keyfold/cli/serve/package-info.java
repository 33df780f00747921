/** {@code keyfold serve}. */
package dev.keyfold.cli.serve;
