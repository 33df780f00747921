package dev.keyfold.structures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.structures.Model.Value;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Operations on strings; the model's value is null if the name does not exist. */
final class ModelStrings {
  private ModelStrings() {}

  static void operation(Space space, byte[] name, Value value, Random random) {
    Strings strings = space.strings();
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    byte[] before = value.string == null ? new byte[0] : value.string;
    switch (random.nextInt(6)) {
      case 0 -> {
        strings.set(name, bytes);
        value.string = bytes;
        value.expiry = 0;
      }
      case 1 -> {
        strings.replace(name, bytes);
        value.string = bytes;
      }
      case 2 -> {
        value.string = Arrays.copyOf(before, before.length + bytes.length);
        System.arraycopy(bytes, 0, value.string, before.length, bytes.length);
        assertThat(strings.append(name, bytes)).isEqualTo(value.string.length);
      }
      case 3 -> {
        int offset = random.nextInt(30);
        value.string = Arrays.copyOf(before, Math.max(before.length, offset + bytes.length));
        System.arraycopy(bytes, 0, value.string, offset, bytes.length);
        assertThat(strings.setRange(name, offset, bytes)).isEqualTo(value.string.length);
      }
      case 4 -> {
        long number = random.nextInt(1000);
        strings.replace(name, Long.toString(number).getBytes(StandardCharsets.UTF_8));
        assertThat(strings.increment(name, -5)).isEqualTo(number - 5);
        value.string = Long.toString(number - 5).getBytes(StandardCharsets.UTF_8);
      }
      default -> {
        assertThat(strings.get(name)).isEqualTo(value.string);
        assertThat(strings.length(name)).isEqualTo(before.length);
        int from = random.nextInt(25);
        int to = from + random.nextInt(10);
        assertThat(strings.getRange(name, from, to))
            .isEqualTo(
                from >= before.length
                    ? new byte[0]
                    : Arrays.copyOfRange(before, from, Math.min(to, before.length)));
      }
    }
  }
}
