package dev.keyfold.codec.record;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The code of an enum constant in keys. Every constant of an enum that is part of a key needs one.
 * For {@link KeyCodec}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Code {
  /** 0 to 65535; decides the order, never changes. */
  int value();
}
