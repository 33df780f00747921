package dev.keyfold.table.write;

import dev.keyfold.store.View;
import dev.keyfold.table.schema.TableLayout;

/**
 * A snapshot of a table with the matching layout. The caller closes the view.
 *
 * @param moving there are no moments: others write meanwhile, and entries must be compared with
 *     their records
 */
public record TableMoment(TableLayout layout, View view, boolean moving) {}
