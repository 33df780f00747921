/**
 * The API over a foreign store, which another program writes: its keys can be browsed and
 * explained, and nothing is changed.
 */
package dev.keyfold.console.api.foreign;
