/** What the tests of tables have and those on HBase need: beside them, because it is theirs. */
package dev.keyfold.table.model;
