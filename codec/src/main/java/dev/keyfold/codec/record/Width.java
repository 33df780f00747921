package dev.keyfold.codec.record;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The n of string(n) and bytes(n). For {@link KeyCodec}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
public @interface Width {
  /** Most UTF-8 bytes of a String, exact length of a byte array. */
  int value();
}
