package dev.keyfold.structures.resume;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Writes the progress of an import; {@link StateReader} reads it, in the same order.
 *
 * <pre>
 *   version u8 · then what the import writes:
 *   number  i64 big-endian
 *   bytes   length i32, bytes         text   the same, UTF-8
 *   counts  size i32, (text, number)…   lines  size i32, text…
 * </pre>
 *
 * Not thread-safe.
 */
public final class StateWriter {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(written);

  /**
   * @param version of what follows
   */
  public StateWriter(int version) {
    writing(() -> out.writeByte(version));
  }

  private interface Write {
    void run() throws IOException;
  }

  private StateWriter writing(Write write) {
    try {
      write.run();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
  }

  public StateWriter number(long number) {
    return writing(() -> out.writeLong(number));
  }

  public StateWriter bytes(byte[] bytes) {
    return writing(
        () -> {
          out.writeInt(bytes.length);
          out.write(bytes);
        });
  }

  public StateWriter text(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  public StateWriter counts(Map<String, Long> counts) {
    writing(() -> out.writeInt(counts.size()));
    counts.forEach((reason, count) -> text(reason).number(count));
    return this;
  }

  public StateWriter lines(List<String> lines) {
    writing(() -> out.writeInt(lines.size()));
    lines.forEach(this::text);
    return this;
  }

  public byte[] toBytes() {
    return written.toByteArray();
  }
}
