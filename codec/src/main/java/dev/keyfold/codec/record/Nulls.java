package dev.keyfold.codec.record;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A record component, or a list element, that may be null. For {@link KeyCodec}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface Nulls {
  /** Where nulls sort. */
  Placement value();

  /** Before or after all values. */
  enum Placement {
    FIRST,
    LAST
  }
}
