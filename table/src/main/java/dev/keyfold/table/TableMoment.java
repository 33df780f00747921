package dev.keyfold.table;

import dev.keyfold.store.Snapshot;
import dev.keyfold.table.schema.TableLayout;

/** One moment of a table, and the layout that fits it. Whoever asked for it closes the snapshot. */
record TableMoment(TableLayout layout, Snapshot snapshot) {}
