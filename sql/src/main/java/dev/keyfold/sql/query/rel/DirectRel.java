package dev.keyfold.sql.query.rel;

import dev.keyfold.sql.query.scan.RowSource;
import org.jspecify.annotations.Nullable;

/** A node that can run without generated code, which takes milliseconds to compile. */
public interface DirectRel {
  /** Null if its inputs need generated code. */
  @Nullable RowSource direct();
}
