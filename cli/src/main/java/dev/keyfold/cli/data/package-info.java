/** Rows in and out: {@code import}, {@code export}, {@code query}, {@code explain}. */
package dev.keyfold.cli.data;
