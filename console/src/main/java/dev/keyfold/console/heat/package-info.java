/**
 * Keeps a sample of the keys read and written in the last 15 minutes, the data of the heat map.
 * Independent of the meaning of the keys.
 */
package dev.keyfold.console.heat;
