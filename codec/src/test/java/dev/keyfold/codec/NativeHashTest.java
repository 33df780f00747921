package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.testkit.Seeds;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The native format with other hashes of its shards; docs/FORMAT.md has their vectors. */
class NativeHashTest {
  @Test
  void theUsualHashIsTheFormatItself() {
    assertThat(KeyFormats.named("native:hash=xxhash64")).isSameAs(KeyFormats.NATIVE);
    assertThat(KeyFormats.named("native:hash=MD5")).isSameAs(KeyFormats.named("native:hash=md5"));
    assertThat(KeyFormats.named("native:hash=md5").name()).isEqualTo("native:hash=md5");
    assertThat(KeyFormats.named("native:hash=md5").isNative()).isTrue();
    assertThat(KeyFormats.TUPLE.isNative()).isFalse();
    assertThatThrownBy(() -> KeyFormats.named("native:hash=crc"))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("one of md5, xxhash64, murmur3");
    assertThatThrownBy(() -> KeyFormats.named("native:x"))
        .isInstanceOf(KeySchemaException.class)
        .hasMessageContaining("native:hash=md5");
  }

  /** Only the prefix differs; it is checked when a key is read, and ranges have it. */
  @ParameterizedTest
  @ValueSource(strings = {"md5", "murmur3"})
  void onlyTheShardPrefixDiffers(String hash) {
    KeySchema usual = KeySchema.parse("a string, b int32").withShards(1000, 2);
    KeySchema other = usual.withFormat(KeyFormats.named("native:hash=" + hash));
    assertThat(other).isNotEqualTo(usual);
    Seeds.each(
        random -> {
          int different = 0;
          for (int i = 0; i < 200; i++) {
            Object[] values = {"u" + random.nextInt(50), random.nextInt()};
            byte[] a = usual.encode(values);
            byte[] b = other.encode(values);
            assertThat(Arrays.copyOfRange(b, 2, b.length))
                .isEqualTo(Arrays.copyOfRange(a, 2, a.length));
            assertThat(other.decode(b)).containsExactly(values);
            List<KeyRange> ranges = other.select().eq("a", values[0]).eq("b", values[1]).ranges();
            assertThat(ranges).hasSize(1);
            assertThat(ranges.get(0).contains(b)).isTrue();
            assertThat(b).startsWith(other.shardPrefix(Bytes.getShort(b, 0) & 0xFFFF));
            different += Arrays.equals(a, b) ? 0 : 1;
          }
          assertThat(different).isGreaterThan(190);
        });
  }
}
