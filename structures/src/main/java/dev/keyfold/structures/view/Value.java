package dev.keyfold.structures.view;

import dev.keyfold.structures.Strings;
import dev.keyfold.structures.codec.Codec;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One value, or none. Thread-safe. */
public final class Value<T> {
  private final Window window;
  private final Codec<T> codec;

  Value(Window window, Codec<T> codec) {
    this.window = window;
    this.codec = codec;
  }

  public Optional<T> get() {
    byte[] bytes = window.read(space -> space.strings().get(window.name()));
    return Optional.ofNullable(bytes).map(codec::decode);
  }

  /** Sets it, for good. */
  public void set(T value) {
    byte[] bytes = codec.encode(Window.notNull(value));
    window.write(
        space -> {
          space.strings().set(window.name(), bytes);
          return true;
        });
  }

  /** Sets it for that long. */
  public void set(T value, Duration lifetime) {
    byte[] bytes = codec.encode(Window.notNull(value));
    window.write(
        space -> {
          space.strings().set(window.name(), bytes);
          return space.keys().expireAt(window.name(), space.now() + lifetime.toMillis());
        });
  }

  /** Sets it if none exists. Whether it did. */
  public boolean setIfAbsent(T value) {
    byte[] bytes = codec.encode(Window.notNull(value));
    return window.write(
        space -> {
          boolean absent = !space.keys().exists(window.name());
          if (absent) {
            space.strings().set(window.name(), bytes);
          }
          return absent;
        });
  }

  /** Replaces it by what the function makes of it, in one step; an expiry stays. */
  public Optional<T> update(UnaryOperator<T> function) {
    return window.write(
        space -> {
          Strings strings = space.strings();
          byte[] before = strings.get(window.name());
          if (before == null) {
            return Optional.empty();
          }
          T after = Window.notNull(function.apply(codec.decode(before)));
          strings.replace(window.name(), codec.encode(after));
          return Optional.of(after);
        });
  }

  /** Removes it. Whether there was one. */
  public boolean clear() {
    return window.write(
        space -> space.strings().get(window.name()) != null && space.keys().delete(window.name()));
  }
}
