/** {@code keyfold demo}: the order example, explained on the way. */
package dev.keyfold.cli.demo;
