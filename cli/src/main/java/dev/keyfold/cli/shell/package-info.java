/** {@code keyfold shell}: commands and queries one after another over one store. */
package dev.keyfold.cli.shell;
