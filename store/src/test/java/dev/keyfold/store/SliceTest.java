package dev.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.testing.RandomKeys;
import dev.keyfold.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SliceTest {
  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aNewOneIsEmpty() {
    Slice slice = new Slice();
    assertThat(slice.length()).isZero();
    assertThat(slice.toArray()).isEmpty();
    assertThat(slice.toString()).isEmpty();
    assertThat(slice).isEqualTo(Slice.of(new byte[0]));
  }

  @Test
  void aViewFollowsTheArrayAndACopyDoesNot() {
    byte[] array = text("abcdef");
    Slice view = new Slice().set(array, 1, 3);
    Slice copy = new Slice().copyFrom(array, 1, 3);
    byte[] bytes = view.toArray();
    assertThat(view).isEqualTo(copy);
    assertThat(view.array()).isSameAs(array);
    assertThat(view.offset()).isEqualTo(1);
    assertThat(view.at(0)).isEqualTo((byte) 'b');
    assertThat(view.toString()).isEqualTo("626364");
    array[2] = 'x';
    assertThat(view.toArray()).isEqualTo(text("bxd"));
    assertThat(copy.toArray()).isEqualTo(text("bcd"));
    assertThat(bytes).isEqualTo(text("bcd"));
  }

  @Test
  void theOwnBufferIsReusedAndKeepsWhatItHeld() {
    Slice slice = new Slice();
    byte[] buffer = slice.reserve(10);
    Arrays.fill(buffer, (byte) 7);
    assertThat(slice.reserve(5)).isSameAs(buffer);
    assertThat(slice.length()).isEqualTo(5);
    byte[] larger = slice.reserve(1_000);
    assertThat(larger).hasSizeGreaterThanOrEqualTo(1_000);
    assertThat(Arrays.copyOf(larger, 10)).isEqualTo(Arrays.copyOf(buffer, 10));
    assertThat(slice.length()).isEqualTo(1_000);
    slice.set(text("abc"), 0, 3);
    assertThat(slice.reserve(3)).as("not the array it looked at").isSameAs(larger);
  }

  @Test
  void copiesOfPartsOfItself() {
    Slice slice = new Slice().copyFrom(text("abcdef"), 0, 6);
    slice.copyFrom(slice.array(), 2, 3);
    assertThat(slice.toArray()).isEqualTo(text("cde"));
  }

  @Test
  void prefixes() {
    Slice slice = new Slice().set(text("xabcx"), 1, 3);
    assertThat(slice.startsWith(new byte[0])).isTrue();
    assertThat(slice.startsWith(text("ab"))).isTrue();
    assertThat(slice.startsWith(text("abc"))).isTrue();
    assertThat(slice.startsWith(text("abcx"))).as("longer than the slice").isFalse();
    assertThat(slice.startsWith(text("x"))).as("before the slice").isFalse();
  }

  @Test
  void orderAndEqualityAreThoseOfTheBytesAlone() {
    Seeds.each(
        random -> {
          RandomKeys keys = new RandomKeys(random);
          for (int run = 0; run < 10_000; run++) {
            byte[] a = keys.key();
            byte[] b = keys.key();
            byte[] padded = new byte[a.length + 4];
            random.nextBytes(padded);
            System.arraycopy(a, 0, padded, 3, a.length);
            Slice left = new Slice().set(padded, 3, a.length);
            Slice right = Slice.of(b);
            int expected = Integer.signum(Arrays.compareUnsigned(a, b));
            assertThat(Integer.signum(left.compareTo(right))).isEqualTo(expected);
            assertThat(Integer.signum(left.compareTo(b))).isEqualTo(expected);
            assertThat(Integer.signum(right.compareTo(left))).isEqualTo(-expected);
            assertThat(left.equals(right)).isEqualTo(Arrays.equals(a, b));
            assertThat(left.hashCode()).isEqualTo(Slice.of(a).hashCode());
          }
        });
  }

  @Test
  void notEqualToAnythingElse() {
    assertThat(Slice.of(text("a")).equals((Object) "a")).isFalse();
    assertThat(Slice.of(text("a")).equals(null)).isFalse();
  }
}
