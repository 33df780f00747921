/** {@code keyfold shell}: commands and queries one after the other over one store. */
package dev.keyfold.cli.shell;
