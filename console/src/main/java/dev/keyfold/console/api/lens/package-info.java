/**
 * The key lens: explains one key, with its bytes, fields and neighbours, and the formats that it
 * may be in.
 */
package dev.keyfold.console.api.lens;
