/** The suites of other modules against a real HBase, started from Maven's artifacts alone. */
package dev.keyfold.hbase;
