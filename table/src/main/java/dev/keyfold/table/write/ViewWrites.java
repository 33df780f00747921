package dev.keyfold.table.write;

import dev.keyfold.store.Durability;
import dev.keyfold.store.Writes;
import dev.keyfold.table.schema.ViewRefusals;
import dev.keyfold.table.write.RowOperations.Mode;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Refuses every write to a view. Thread-safe. */
public final class ViewWrites<R> implements TableWrites<R> {
  private final TypedTable<R> view;

  public ViewWrites(TypedTable<R> view) {
    this.view = view;
  }

  private RuntimeException refused() {
    return ViewRefusals.refused(
        view.state().layout().def(), "is read-only: rows cannot be written to it");
  }

  @Override
  public void write(R row, Mode mode, long expiry, Durability durability) {
    throw refused();
  }

  @Override
  public boolean delete(Object... key) {
    throw refused();
  }

  @Override
  public boolean compareAndSet(@Nullable R expected, @Nullable R update, boolean keepExpiry) {
    throw refused();
  }

  @Override
  public void putAll(Collection<? extends R> rows, Consumer<Writes> also) {
    throw refused();
  }
}
