/**
 * Remembers, for a quarter of an hour, a sample of the keys that were read and written: what the
 * heat map is drawn from. Knows nothing of what the keys mean.
 */
package dev.keyfold.console.heat;
