package dev.keyfold.redis.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ByteKeyTest {
  /** Names with one hash code as Java computes it: Aa and BB are alike, and so is all of them. */
  public static byte[] colliding(int number) {
    byte[] name = new byte[32];
    for (int i = 0; i < 16; i++) {
      String pair = (number >> i & 1) == 0 ? "Aa" : "BB";
      System.arraycopy(pair.getBytes(StandardCharsets.US_ASCII), 0, name, 2 * i, 2);
    }
    return name;
  }

  /** From the reference implementation: SipHash-1-3 with the key 00 01 ... 0f of 00 01 ... n-1. */
  @Test
  void sipHashIsThatOfItsAuthors() {
    SipHash hash = new SipHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
    long[] expected = {
      0xabac0158050fc4dcL, 0xc9f49bf37d57ca93L, 0x82cb9b024dc7d44dL, 0x8bf80ab8e7ddf7fbL
    };
    for (int n = 0; n < expected.length; n++) {
      byte[] bytes = new byte[n];
      for (int i = 0; i < n; i++) {
        bytes[i] = (byte) i;
      }
      assertThat(hash.hash(bytes)).as("of %s bytes", n).isEqualTo(expected[n]);
    }
  }

  @Test
  void namesChosenToCollideDoNot() {
    Set<Integer> hashes = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      hashes.add(new ByteKey(colliding(i)).hashCode());
    }
    assertThat(hashes).hasSizeGreaterThan(990);
  }

  /** Even if somebody knew the key: a bucket of comparable keys is a tree. */
  @Test
  void aCrowdedBucketIsATree() {
    record Colliding(ByteKey bytes) implements Comparable<Colliding> {
      @Override
      public int hashCode() {
        return 1;
      }

      @Override
      public int compareTo(Colliding other) {
        return bytes.compareTo(other.bytes);
      }
    }
    Assertions.assertTimeout(
        Duration.ofSeconds(10),
        () -> {
          Map<Colliding, Integer> map = new HashMap<>();
          for (int i = 0; i < 50_000; i++) {
            map.put(new Colliding(new ByteKey(colliding(i))), i);
          }
          assertThat(map).hasSize(50_000);
        });
  }
}
