package dev.keyfold.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.codec.compound.DataType;
import dev.keyfold.codec.compound.ListPosition;
import dev.keyfold.testkit.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compound keys by the operations their users know. */
class CompoundKeysTest {
  private static final CompoundKeys NEW = CompoundKeys.ESCAPED;
  private static final CompoundKeys OLD = CompoundKeys.UNESCAPED;

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void buildersOfBothRevisions() {
    for (CompoundKeys keys : List.of(NEW, OLD)) {
      assertThat(text(keys.hashField("user:123", "name"))).isEqualTo("H:user:123\0name");
      assertThat(text(keys.setMember("tags:post:789", "elixir")))
          .isEqualTo("S:tags:post:789\0elixir");
      assertThat(text(keys.zsetMember("leaderboard", "alice"))).isEqualTo("Z:leaderboard\0alice");
      assertThat(text(keys.typeKey("user:123"))).isEqualTo("T:user:123");
      assertThat(text(keys.listMeta("mylist"))).isEqualTo("LM:mylist");
      assertThat(text(keys.promotionMarker("user:123"))).isEqualTo("PM:user:123");
      assertThat(text(keys.hashPrefix("user:123"))).isEqualTo("H:user:123\0");
      assertThat(text(keys.setPrefix("tags:post:789"))).isEqualTo("S:tags:post:789\0");
      assertThat(text(keys.zsetPrefix("leaderboard"))).isEqualTo("Z:leaderboard\0");
      assertThat(text(keys.listPrefix("mylist"))).isEqualTo("L:mylist\0");
      assertThat(text(keys.listElement("mylist", 1000.5)))
          .isEqualTo("L:mylist\0P00000000000000001000.50000000000000000")
          .isEqualTo(text(keys.listElement("mylist", new BigDecimal("1000.50"))));
    }
  }

  @Test
  void theKeyPartIsEscapedInTheNewerRevisionOnly() {
    assertThat(text(NEW.hashField("50%\0", "50%\0"))).isEqualTo("H:50%25%00\00050%\0");
    assertThat(text(NEW.typeKey("%00"))).isEqualTo("T:%2500");
    assertThat(text(OLD.hashField("50%", "50%\0"))).isEqualTo("H:50%\00050%\0");
    assertThatThrownBy(() -> OLD.hashField("a\0b", "c"))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("a NUL");
    assertThatThrownBy(() -> OLD.typeKey("a\0")).isInstanceOf(KeyValueException.class);
    assertThatThrownBy(() -> NEW.typeKey("\ud800")).isInstanceOf(KeyValueException.class);
  }

  @Test
  void extraction() {
    assertThat(NEW.extractKey("S:myset\0member")).isEqualTo("myset");
    assertThat(NEW.extractKey("H:hash\0field")).isEqualTo("hash");
    assertThat(NEW.extractKey("T:mykey")).isEqualTo("mykey");
    assertThat(NEW.extractKey("LM:mykey")).isEqualTo("mykey");
    assertThat(NEW.extractKey("plain_key")).isEqualTo("plain_key");
    assertThat(NEW.extractKey("H:50%25%00\0x")).isEqualTo("50%\0");
    assertThat(OLD.extractKey("H:50%25\0x")).isEqualTo("50%25");
    assertThat(NEW.extractKey("VM:k\0v")).isEqualTo("k");
    assertThat(NEW.extractSubKey("H:user:123\0na\0me")).isEqualTo("na\0me");
    assertThat(NEW.extractSubKey(NEW.hashField("user:123", "name"), NEW.hashPrefix("user:123")))
        .isEqualTo(bytes("name"));
    byte[] element = NEW.listElement("mylist", -1);
    assertThat(ListPosition.decodeDouble(NEW.extractSubKey(element))).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"H:abc", "T:a\0b", "T:50%", "S:%2\0x", "LM:\0"})
  void keysThatWereNotBuiltAreRefused(String stored) {
    assertThatThrownBy(() -> NEW.extractKey(stored)).isInstanceOf(KeyFormatException.class);
  }

  @Test
  void subKeysThatAreNotThereAreRefused() {
    assertThatThrownBy(() -> NEW.extractSubKey("T:x")).isInstanceOf(KeyFormatException.class);
    assertThatThrownBy(() -> NEW.extractSubKey("plain")).isInstanceOf(KeyFormatException.class);
    assertThatThrownBy(() -> NEW.extractSubKey(bytes("H:a\0b"), bytes("H:b\0")))
        .isInstanceOf(KeyFormatException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "H:user:123,true,true",
    "L:,true,true",
    "S:x,true,true",
    "Z:x,true,true",
    "T:x,true,true",
    "LM:x,true,true",
    "PM:x,true,true",
    "V:x,true,true",
    "VM:x,true,true",
    "X:x,true,false",
    "XM:x,true,false",
    "XG:x,true,false",
    "XP:x,true,false",
    "XC:x,true,false",
    "FC:x,true,false",
    "my_plain_key,false,false",
    "H,false,false",
    "'',false,false",
    "h:x,false,false",
    "HM:x,false,false",
    "Hx:y,false,false"
  })
  void internalKeys(String stored, boolean newer, boolean older) {
    assertThat(NEW.isInternal(stored)).isEqualTo(newer);
    assertThat(OLD.isInternal(stored)).isEqualTo(older);
  }

  @Test
  void visibleKeysAreThoseOfUsersOnce() {
    List<String> stored =
        List.of(
            "H:user\0name",
            "T:user",
            "plain",
            "LM:list",
            "L:list\0P",
            "user",
            "T:list",
            "PM:user",
            "V:x\0y",
            "VM:x",
            "plain",
            "T:50%25");

    assertThat(NEW.visibleTexts(stored)).containsExactly("user", "plain", "list", "50%");
    assertThat(OLD.visibleTexts(stored)).containsExactly("user", "plain", "list", "50%25");
    assertThat(NEW.visibleKeys(List.of(bytes("T:a"), new byte[] {-1}, bytes("a"))))
        .containsExactly(bytes("a"), new byte[] {-1});
  }

  @Test
  void dataTypes() {
    for (DataType type : DataType.values()) {
      assertThat(DataType.of(type.toBytes())).isEqualTo(type);
    }
    assertThat(text(DataType.ZSET.toBytes())).isEqualTo("zset");
    assertThatThrownBy(() -> DataType.of(bytes("stream"))).isInstanceOf(KeyFormatException.class);
  }

  // ---- positions

  @ParameterizedTest
  @CsvSource({
    "1000.5,P00000000000000001000.50000000000000000",
    "1,P00000000000000000001.00000000000000000",
    "-1,N99999999999999999998.99999999999999999",
    "-0.5,N99999999999999999999.49999999999999999",
    "0,P00000000000000000000.00000000000000000",
    "0.1,P00000000000000000000.10000000000000000",
    "99999999999999983616,P99999999999999983616.00000000000000000",
    "-99999999999999983616,N00000000000000016383.99999999999999999"
  })
  void positions(BigDecimal value, String position) {
    assertThat(text(ListPosition.encode(value))).isEqualTo(position);
    assertThat(text(ListPosition.encode(value.doubleValue()))).isEqualTo(position);
    assertThat(ListPosition.decode(bytes(position))).isEqualTo(value);
    assertThat(ListPosition.decodeDouble(bytes(position))).isEqualTo(value.doubleValue());
  }

  @Test
  void theWidestAndFinestDecimals() {
    BigDecimal most = new BigDecimal("99999999999999999999.99999999999999999");
    for (BigDecimal value : List.of(most, most.negate(), new BigDecimal("-1E-17"))) {
      assertThat(ListPosition.decode(ListPosition.encode(value))).isEqualTo(value);
    }
    assertThat(text(ListPosition.encode(most.negate())))
        .isEqualTo("N00000000000000000000.00000000000000000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1E20", "-1E20", "1E+500000000", "1E-18", "0.123456789012345678", "1E-500000000"})
  void decimalsThatDoNotFitAreRefused(BigDecimal value) {
    assertThatThrownBy(() -> ListPosition.encode(value))
        .isInstanceOf(KeyValueException.class)
        .hasMessageMatching(".*(10\\^20|17 fraction digits).*");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e20, -1e20, Double.NaN, Double.POSITIVE_INFINITY, -0.0, 1e-18, 0x1p-18})
  void doublesThatDoNotFitAreRefused(double value) {
    assertThatThrownBy(() -> ListPosition.encode(value)).isInstanceOf(KeyValueException.class);
  }

  @Test
  void positionsSortLikeNumbersAndComeBack() {
    Seeds.each(
        random -> {
          int refused = 0;
          for (int i = 0; i < 50_000; i++) {
            BigDecimal a = decimal(random);
            BigDecimal b = random.nextInt(3) == 0 ? a.negate() : decimal(random);
            byte[] first = ListPosition.encode(a);
            assertThat(ListPosition.decode(first)).isEqualByComparingTo(a);
            assertThat(Integer.signum(Bytes.compare(first, ListPosition.encode(b))))
                .isEqualTo(a.compareTo(b));
            refused += doubles(number(random), number(random)) ? 0 : 1;
          }
          System.out.println("positions of doubles refused: " + refused + " of 50000");
          assertThat(refused).isLessThan(25_000);
        });
  }

  private static BigDecimal decimal(Random random) {
    BigInteger digits = new BigInteger(random.nextInt(123), random);
    BigDecimal value = new BigDecimal(random.nextBoolean() ? digits : digits.negate(), 17);
    return value.abs().compareTo(new BigDecimal("1E20")) < 0 ? value : BigDecimal.ONE;
  }

  private static double number(Random random) {
    double value = random.nextDouble() * Math.pow(10, random.nextInt(22) - 2);
    return random.nextBoolean() ? value : -value;
  }

  /** Whether both are accepted; then they sort and come back. */
  private static boolean doubles(double a, double b) {
    byte[] first;
    byte[] second;
    try {
      first = ListPosition.encode(a);
      second = ListPosition.encode(b);
    } catch (KeyValueException e) {
      return false;
    }
    assertThat(ListPosition.decodeDouble(first)).isEqualTo(a);
    assertThat(Integer.signum(Bytes.compare(first, second))).isEqualTo(Double.compare(a, b));
    return true;
  }
}
