package dev.keyfold.codec.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.codec.KeyValueException;
import dev.keyfold.codec.bytes.Bytes;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class VersionstampTest {
  private static final byte[] TRANSACTION = Bytes.parseHex("0102030405060708090a");

  @Test
  void hasATransactionAndAUserVersion() {
    Versionstamp stamp = Versionstamp.complete(TRANSACTION, 65_535);

    assertThat(stamp.isComplete()).isTrue();
    assertThat(stamp.transactionVersion()).isEqualTo(TRANSACTION);
    assertThat(stamp.userVersion()).isEqualTo(65_535);
    assertThat(Bytes.toHex(stamp.toBytes())).isEqualTo("0102030405060708090affff");
    assertThat(stamp).hasToString("0102030405060708090a:65535");
    assertThat(Versionstamp.incomplete(7).isComplete()).isFalse();
    assertThat(Versionstamp.incomplete(7)).hasToString("incomplete:7");
  }

  @Test
  void arraysAreCopiedInAndOut() {
    byte[] transaction = TRANSACTION.clone();
    Versionstamp stamp = Versionstamp.complete(transaction, 1);
    Arrays.fill(transaction, (byte) 9);
    Arrays.fill(stamp.transactionVersion(), (byte) 9);
    Arrays.fill(stamp.toBytes(), (byte) 9);

    assertThat(stamp)
        .isEqualTo(Versionstamp.complete(TRANSACTION, 1))
        .hasSameHashCodeAs(Versionstamp.complete(TRANSACTION, 1))
        .isNotEqualTo(Versionstamp.complete(TRANSACTION, 2));
  }

  @Test
  void sortsLikeItsBytes() {
    byte[] high = TRANSACTION.clone();
    high[0] = (byte) 0x80;

    assertThat(
            List.of(
                Versionstamp.complete(new byte[10], 9),
                Versionstamp.complete(TRANSACTION, 0),
                Versionstamp.complete(TRANSACTION, 0x8000),
                Versionstamp.complete(high, 0),
                Versionstamp.incomplete(0),
                Versionstamp.incomplete(1)))
        .isSorted();
  }

  @Test
  void refusesWhatIsNone() {
    byte[] unknown = new byte[10];
    Arrays.fill(unknown, (byte) 0xFF);

    assertThatThrownBy(() -> Versionstamp.complete(unknown, 0))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("how an incomplete versionstamp is written");
    assertThatThrownBy(() -> Versionstamp.complete(new byte[12], 0))
        .isInstanceOf(KeyValueException.class)
        .hasMessageContaining("exactly 10");
    for (int user : new int[] {-1, 65_536}) {
      assertThatThrownBy(() -> Versionstamp.incomplete(user))
          .isInstanceOf(KeyValueException.class)
          .hasMessageContaining("0 to 65535");
    }
  }
}
