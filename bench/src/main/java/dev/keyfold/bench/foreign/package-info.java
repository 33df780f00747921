/**
 * What it costs to read and to take over the database of another program, beside the engine by hand
 * and beside the import of a file.
 */
package dev.keyfold.bench.foreign;
