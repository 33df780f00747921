package dev.keyfold.structures.view;

import java.nio.charset.StandardCharsets;

/** A whole number of 64 bits that counts; 0 as long as nobody has. Thread-safe. */
public final class Counter {
  private final Window window;

  Counter(Window window) {
    this.window = window;
  }

  public long get() {
    byte[] text = window.read(space -> space.strings().get(window.name()));
    return text == null ? 0 : Long.parseLong(new String(text, StandardCharsets.ISO_8859_1));
  }

  /** Adds to it, in one step. Its new value; throws ArithmeticException if it has none. */
  public long add(long by) {
    return window.write(space -> space.strings().increment(window.name(), by));
  }

  public long increment() {
    return add(1);
  }

  public long decrement() {
    return add(-1);
  }

  public void set(long value) {
    byte[] text = Long.toString(value).getBytes(StandardCharsets.ISO_8859_1);
    window.write(
        space -> {
          space.strings().replace(window.name(), text);
          return true;
        });
  }
}
