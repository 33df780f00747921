package dev.keyfold.table.write;

import dev.keyfold.store.View;
import dev.keyfold.table.schema.TableLayout;

/**
 * A read view of a table: a snapshot of the store with the layout that matches it. The caller
 * closes the view.
 *
 * @param verified whether the store has no snapshots: others write meanwhile, and index entries
 *     must be verified against their records
 */
public record ReadView(TableLayout layout, View view, boolean verified) {}
