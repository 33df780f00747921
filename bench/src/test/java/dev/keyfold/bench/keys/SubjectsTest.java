package dev.keyfold.bench.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Subjects are comparable only if they do the same work. */
class SubjectsTest {
  private final Orders orders = new Orders();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "handWritten",
        "handWrittenUtf8",
        "keyfold",
        "keyfoldRecord",
        "recordByHandles",
        "keyfoldObjects",
        "tuple",
        "orderedBytes"
      })
  void ordersRoundTrip(String name) {
    OrderSubject subject = Subjects.order(name);
    byte[][] keys = orders.keys(subject);
    for (int i = 0; i < Orders.COUNT; i++) {
      Order read = new Order();
      subject.decode(keys[i], read);
      assertThat(read.user).isEqualTo(orders.users[i]);
      assertThat(read.millis).isEqualTo(orders.millis[i]);
      assertThat(read.id).isEqualTo(orders.ids[i]);
      int length = subject.encodeReused(orders.users[i], orders.millis[i], orders.ids[i]);
      assertThat(Arrays.copyOf(subject.buffer(), length)).isEqualTo(keys[i]);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "handWrittenUtf8",
        "keyfold",
        "keyfoldRecord",
        "recordByHandles",
        "keyfoldObjects"
      })
  void nativeSubjectsWriteTheHandWrittenBytes(String name) {
    assertThat(orders.keys(Subjects.order(name))).isDeepEqualTo(orders.keys(new HandWritten()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"handWritten", "keyfold", "tuple", "orderedBytes"})
  void thirdFieldIsRead(String name) {
    ThirdFieldSubject subject = Subjects.third(name);
    byte[][] keys = orders.keys(subject);
    byte[][] numbered = orders.numberedKeys(subject);
    for (int i = 0; i < Orders.COUNT; i++) {
      long high = orders.ids[i].getMostSignificantBits();
      long low = orders.ids[i].getLeastSignificantBits();
      assertThat(subject.thirdId(keys[i])).isEqualTo(high ^ low);
      assertThat(subject.thirdNumber(numbered[i])).isEqualTo(high);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "arraycopy, TYPICAL", "arraycopy, ZEROS", "arraycopy, RANDOM",
    "byteByByte, TYPICAL", "byteByByte, ZEROS", "byteByByte, RANDOM",
    "keyfold, TYPICAL", "keyfold, ZEROS", "keyfold, RANDOM",
    "tuple, TYPICAL", "tuple, ZEROS", "tuple, RANDOM",
    "orderedBytes, TYPICAL", "orderedBytes, ZEROS", "orderedBytes, RANDOM"
  })
  void blobsRoundTrip(String name, Contents content) {
    BlobSubject subject = Subjects.blob(name);
    byte[][] contents = content.arrays();
    byte[][] keys = content.keys(subject);
    for (int i = 0; i < Contents.COUNT; i++) {
      assertThat(subject.unescape(keys[i])).isEqualTo(contents[i]);
      if (subject.reuses()) {
        int length = subject.unescapeReused(keys[i]);
        assertThat(Arrays.copyOf(subject.content(), length)).isEqualTo(contents[i]);
      }
    }
    if (name.equals("keyfold")) {
      assertThat(keys).isDeepEqualTo(content.keys(new Blobs.ByteByByte()));
    }
  }
}
