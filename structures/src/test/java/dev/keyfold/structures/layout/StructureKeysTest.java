package dev.keyfold.structures.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.structures.StructureKeys;
import dev.keyfold.structures.type.StructureType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Keys as structures make them are explained without gaps, and any other bytes without failing. */
class StructureKeysTest {
  private static final byte[] NAME = "bob".getBytes(StandardCharsets.UTF_8);

  private static List<String> texts(byte[] key) {
    return StructureKeys.explain(key).stream().map(p -> p.name() + "=" + p.text()).toList();
  }

  @Test
  void everyKindOfKey() {
    assertThat(texts(Layout.meta(3, NAME))).contains("database=database 3", "name=");
    assertThat(texts(Layout.element(Layout.ELEMENTS, 70_000, NAME))).contains("id=id 70000");
    assertThat(texts(Layout.position(5, -2))).contains("position=-2");
    assertThat(texts(Layout.scored(5, -1.5, NAME))).contains("score=-1.5", "member=");
    assertThat(texts(Layout.expiry(0, Layout.meta(1, NAME))))
        .contains("when=1970-01-01T00:00:00Z", "database=database 1", "name=");
  }

  @Test
  void elementsLeadToTheEntryOfTheirName() {
    byte[] prefix = Layout.prefix(Layout.MEMBERS, 70_000);
    assertThat(StructureKeys.elementPrefix(Layout.element(Layout.MEMBERS, 70_000, NAME)))
        .isEqualTo(prefix);
    assertThat(StructureKeys.elementPrefix(Layout.scored(70_000, 1.5, NAME))).isEqualTo(prefix);
    byte[] name = Layout.meta(3, NAME);
    Meta meta = new Meta(name);
    meta.type = StructureType.SORTED_SET;
    meta.id = 70_000;
    meta.size = 2;
    assertThat(StructureKeys.elementPrefix(name, meta.write())).isEqualTo(prefix);
    meta.type = StructureType.STRING;
    assertThat(StructureKeys.elementPrefix(name, meta.write())).isNull();
    assertThat(StructureKeys.elementPrefix(name, new byte[] {0x7F})).isNull();
    assertThat(StructureKeys.elementPrefix(name)).isNull();
    assertThat(StructureKeys.nameOfExpiry(Layout.expiry(17, name))).isEqualTo(name);
    assertThat(StructureKeys.nameOfExpiry(name)).isNull();
  }

  @Test
  void anyBytesAreCoveredWithoutGaps() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      byte[] key = new byte[1 + random.nextInt(20)];
      random.nextBytes(key);
      key[0] = (byte) (0xD0 + random.nextInt(0x20));
      int end = 0;
      for (StructureKeys.Part part : StructureKeys.explain(key)) {
        assertThat(part.offset()).isEqualTo(end);
        end += part.length();
      }
      assertThat(end).isEqualTo(key.length);
    }
  }
}
