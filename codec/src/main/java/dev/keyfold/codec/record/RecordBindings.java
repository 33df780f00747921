package dev.keyfold.codec.record;

import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.KeyWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the {@link RecordWriter}s and {@link RecordReader}s of a record class: hidden classes that
 * call the record's accessors and constructor as hand-written code would, or, where the runtime
 * does not allow them (a native image, a signed package, a class loader that does not see this
 * library), method handles that do the same more slowly.
 *
 * <p>Components are given by their positions in the record's declaration, in the order in which
 * they are put or got.
 */
final class RecordBindings {
  private RecordBindings() {}

  /** The fastest writer that the runtime allows. */
  public static RecordWriter writer(RecordComponents components, int[] part) {
    try {
      return GeneratedCode.writer(components, part);
    } catch (LinkageError | UnsupportedOperationException | SecurityException e) {
      return reflectiveWriter(components, part);
    }
  }

  /** The fastest reader that the runtime allows; both parts together are all components. */
  public static RecordReader reader(RecordComponents components, int[] first, int[] second) {
    try {
      return GeneratedCode.reader(components, first, second);
    } catch (LinkageError | UnsupportedOperationException | SecurityException e) {
      return reflectiveReader(components, first, second);
    }
  }

  static RecordWriter reflectiveWriter(RecordComponents components, int[] part) {
    RecordValues values = new RecordValues(components);
    return new RecordWriter(components) {
      @Override
      public void write(KeyWriter writer, Object record) {
        for (int component : part) {
          writer.put(values.get(record, component));
        }
      }
    };
  }

  static RecordReader reflectiveReader(RecordComponents components, int[] first, int[] second) {
    RecordValues values = new RecordValues(components);
    return new RecordReader(components, first, second) {
      @Override
      protected Object construct(@Nullable KeyReader one, @Nullable KeyReader two) {
        Object[] read = new Object[components.size()];
        read(one, first, read);
        read(two, second, read);
        return values.make(read);
      }

      private void read(@Nullable KeyReader reader, int[] part, Object[] into) {
        if (part.length == 0) {
          return;
        }
        Objects.requireNonNull(reader, "a reader of components");
        for (int component : part) {
          if (values.isPrimitive(component) && reader.isNull()) {
            throw new KeyValueException(components.name(component), -1, "null", "a value");
          }
          into[component] = reader.get();
        }
      }
    };
  }
}
