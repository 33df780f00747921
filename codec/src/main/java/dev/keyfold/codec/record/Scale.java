package dev.keyfold.codec.record;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Digits of a BigDecimal or of the seconds of an Instant. For {@link KeyCodec}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface Scale {
  /** Digits after the point: the s of decimal(p,s), or 3, 6 or 9 for an Instant. */
  int value() default 0;

  /** All digits: the p of decimal(p,s). */
  int precision() default 18;

  /**
   * Keeps the scale of every BigDecimal, as decimal(exact) does; the other two are not used then.
   */
  boolean exact() default false;
}
