package dev.keyfold.codec.record;

import dev.keyfold.codec.KeyException;
import dev.keyfold.codec.KeyFormatException;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeyValueException;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of one class from one reader or two, and says what was wrong where it cannot.
 * Immutable. Subclasses are generated; public only because those live in the packages of the
 * records.
 */
public abstract class RecordReader {
  private final RecordComponents components;
  private final int[] first;
  private final int[] second;

  /**
   * @param first the components that the first reader holds, in its order
   * @param second the same of the second reader
   */
  protected RecordReader(RecordComponents components, int[] first, int[] second) {
    this.components = components;
    this.first = first;
    this.second = second;
  }

  /** Gets all components, reader by reader and field by field, and calls the constructor. */
  protected abstract Object construct(@Nullable KeyReader one, @Nullable KeyReader two);

  /** What the reader gave as an object of the component's class. */
  protected final @Nullable Object fromKey(int component, @Nullable Object value) {
    return components.fromKey(component, value);
  }

  /**
   * The record whose fields come next in the readers, which are positioned after them then. A
   * reader of no components is not touched and may be null.
   */
  public final Object read(@Nullable KeyReader one, @Nullable KeyReader two) {
    try {
      return construct(one, two);
    } catch (KeyValueException e) {
      throw whyNot(e, one, two);
    } catch (KeyException e) {
      throw e;
    } catch (RuntimeException e) {
      if ((one == null && first.length > 0) || (two == null && second.length > 0)) {
        throw e;
      }
      // The record's own constructor may refuse values that the schema allows.
      KeyFormatException refused =
          new KeyFormatException(null, -1, components.refused(e), RecordValues.ACCEPTED);
      refused.initCause(e);
      throw refused;
    }
  }

  /**
   * A null for a primitive is no mistake in the program but in its data, or in the record class; a
   * getter cannot know that. The generated code does not ask before each get; it is found out here,
   * from the field at which the reader has stopped.
   */
  private KeyException whyNot(
      KeyValueException thrown, @Nullable KeyReader one, @Nullable KeyReader two) {
    boolean inFirst = one != null && one.index() < first.length;
    int[] part = inFirst ? first : second;
    KeyReader reader = inFirst ? one : two;
    if (thrown.field() == null || reader == null || reader.index() >= part.length) {
      return thrown;
    }
    int component = part[reader.index()];
    if (!components.typeOf(component).isPrimitive() || !reader.isNull()) {
      return thrown;
    }
    KeyFormatException explained =
        new KeyFormatException(
            thrown.field(), reader.offset(), "null", components.whyNotNull(component));
    explained.initCause(thrown);
    return explained;
  }
}
