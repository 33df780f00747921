package dev.keyfold.structures;

import static dev.keyfold.structures.Opened.b;
import static dev.keyfold.structures.Opened.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Stores;
import dev.keyfold.structures.errors.StructureLimitException;
import dev.keyfold.structures.errors.StructuresException;
import dev.keyfold.structures.layout.StructureLimits;
import dev.keyfold.structures.type.ChangeListener;
import dev.keyfold.structures.type.MemberRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Expiry, what a listener hears, limits, and who may do what with a work. */
class NamesTest {
  /** Writes down what it hears. */
  private static final class Notes implements ChangeListener {
    final List<String> heard = new ArrayList<>();

    @Override
    public void changed(int database, byte[] name) {
      heard.add("changed " + database + " " + s(name));
    }

    @Override
    public void expired(int database, byte[] name) {
      heard.add("expired " + database + " " + s(name));
    }

    @Override
    public void flushed(int database) {
      heard.add("flushed " + database);
    }

    @Override
    public void swapped(int database, int other) {
      heard.add("swapped " + database + " " + other);
    }

    List<String> take() {
      List<String> taken = new ArrayList<>(heard);
      heard.clear();
      return taken;
    }
  }

  @Test
  void aNameIsMissingFromTheMillisecondOnInWhichItIsDue() {
    try (Opened opened = new Opened()) {
      opened.change(
          space -> {
            space.strings().set(b("a"), b("1"));
            assertThat(space.keys().expireAt(b("a"), opened.clock.millis() + 10)).isTrue();
          });
      opened.clock.advance(9);
      assertThat(opened.text(space -> space.strings().get(b("a")))).isEqualTo("1");
      opened.clock.advance(1);
      try (Work read = opened.structures.read()) {
        assertThat(read.space(0).keys().exists(b("a"))).isFalse();
        assertThat(read.space(0).keys().size()).isZero();
      }
      assertThat(opened.number(space -> space.keys().size())).isZero();
      Audit.check(opened.store);
    }
  }

  @Test
  void dueNamesGoInTheOrderOfTheirTimes() {
    Notes notes = new Notes();
    try (Opened opened = new Opened(Stores.open("memory:"), notes)) {
      opened.change(
          space -> {
            for (int i = 0; i < 5; i++) {
              space.sets().add(b("n" + i), b("m"));
              space.keys().expireAt(b("n" + i), opened.clock.millis() + 50 - 10L * i);
            }
          });
      notes.take();
      assertThat(opened.structures.expireDue(10)).isZero();
      opened.clock.advance(30);
      assertThat(opened.structures.expireDue(2)).isEqualTo(2);
      assertThat(notes.take()).containsExactly("expired 0 n4", "expired 0 n3");
      assertThat(opened.structures.expireDue(2)).isEqualTo(1);
      assertThat(opened.structures.expireDue(2)).isZero();
      assertThat(opened.structures.expired()).isEqualTo(3);
      opened.reopen();
      opened.clock.advance(100);
      assertThat(opened.structures.expireDue(10)).isEqualTo(2);
      opened.reclaimAll();
      Audit.check(opened.store);
    }
  }

  @Test
  void aListenerHearsOfWhatWasCommittedOnly() {
    Notes notes = new Notes();
    try (Opened opened = new Opened(Stores.open("memory:"), notes)) {
      try (Work work = opened.structures.begin()) {
        work.space(2).lists().pushLast(b("l"), b("x"));
      }
      assertThat(notes.take()).isEmpty();
      try (Work work = opened.structures.begin()) {
        work.space(2).lists().pushLast(b("l"), b("x"));
        work.space(2).lists().pushLast(b("l"), b("y"));
        work.space(3).keys().exists(b("l"));
        work.commit();
      }
      assertThat(notes.take()).containsExactly("changed 2 l");
      try (Work work = opened.structures.begin()) {
        work.space(2).lists().set(b("l"), 0, b("z"));
        work.space(2).keys().move(b("l"), work.space(3), b("k"));
        work.swap(2, 3);
        work.space(2).keys().flush();
        work.commit();
      }
      assertThat(notes.take())
          .containsExactlyInAnyOrder("changed 2 l", "changed 3 k", "swapped 2 3", "flushed 2");
      opened.change(space -> assertThat(space.strings().length(b("nothing"))).isZero());
      assertThat(notes.take()).isEmpty();
    }
  }

  @Test
  void limitsHoldAtTheLimitAndOnePastIt() {
    try (Opened opened = new Opened()) {
      byte[] name = new byte[StructureLimits.NAME_BYTES];
      byte[] member = new byte[StructureLimits.MEMBER_BYTES];
      opened.change(
          space -> {
            space.sortedSets().put(name, member, 1);
            space.keys().expireAt(name, opened.clock.millis() + 5);
            assertThat(space.sortedSets().rank(name, member)).isZero();
          });
      opened.change(
          space -> {
            byte[] longer = new byte[name.length + 1];
            assertThatThrownBy(() -> space.strings().set(longer, b("")))
                .isInstanceOf(StructureLimitException.class)
                .hasMessage("a name has at most 65500 bytes; found 65501");
            assertThatThrownBy(() -> space.sets().add(b("s"), longer))
                .isInstanceOf(StructureLimitException.class)
                .hasMessage("a field or member has at most 65500 bytes; found 65501");
            assertThatThrownBy(() -> space.strings().setRange(b("v"), 1L << 29, b("x")))
                .isInstanceOf(StructureLimitException.class)
                .hasMessage("a value has at most 536870896 bytes; found 536870913");
            assertThat(space.sets().contains(b("s"), longer)).isFalse();
          });
      assertThat(opened.number(space -> space.keys().size())).isEqualTo(1);
    }
  }

  @Test
  void aWorkIsOverAfterItsEndAndAReaderDoesNotWrite() {
    try (Opened opened = new Opened()) {
      Work over = opened.structures.begin();
      assertThatThrownBy(() -> opened.structures.begin()).isInstanceOf(IllegalStateException.class);
      over.commit();
      assertThatThrownBy(() -> over.space(0)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(over::commit).isInstanceOf(IllegalStateException.class);
      over.close();
      try (Work read = opened.structures.read()) {
        opened.change(space -> space.strings().set(b("a"), b("1")));
        assertThat(read.space(0).strings().get(b("a"))).isNull();
        assertThatThrownBy(() -> read.space(0).strings().set(b("a"), b("2")))
            .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> read.space(0).sets().add(b("b"), b("2")))
            .isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  void fewerDatabasesThanHaveNamesAreRefused() {
    try (Opened opened = new Opened()) {
      try (Work work = opened.structures.begin()) {
        work.space(9).strings().set(b("a"), b("1"));
        work.commit();
      }
      StructuresOptions four = StructuresOptions.defaults().withBackground(false).withDatabases(4);
      assertThatThrownBy(() -> Structures.over(opened.store, four))
          .isInstanceOf(StructuresException.class)
          .hasMessageContaining("has names in database 9; open it with at least 10 databases");
      try (Work work = opened.structures.begin()) {
        work.space(9).keys().flush();
        work.commit();
      }
      Structures.over(opened.store, four).close();
    }
  }

  @Test
  void numbersCountAndRefuseWhatIsNone() {
    try (Opened opened = new Opened()) {
      opened.change(
          space -> {
            assertThat(space.strings().increment(b("n"), 5)).isEqualTo(5);
            assertThat(space.strings().increment(b("n"), -7)).isEqualTo(-2);
            assertThat(s(space.strings().get(b("n")))).isEqualTo("-2");
            for (String bad : new String[] {"", "+1", "01", " 1", "1 ", "-0", "a", "1e3"}) {
              space.strings().set(b("n"), b(bad));
              assertThatThrownBy(() -> space.strings().increment(b("n"), 1))
                  .isInstanceOf(NumberFormatException.class);
            }
            space.strings().set(b("n"), b("9223372036854775807"));
            assertThatThrownBy(() -> space.strings().increment(b("n"), 1))
                .isInstanceOf(ArithmeticException.class);
          });
    }
  }

  @Test
  void setsCombineInOrder() {
    try (Opened opened = new Opened()) {
      opened.change(
          space -> {
            space.sets().addAll(b("x"), List.of(b("a"), b("b"), b("c")));
            space.sets().addAll(b("y"), List.of(b("b"), b("c"), b("d")));
            List<byte[]> names = List.of(b("x"), b("y"));
            List<String> found = new ArrayList<>();
            space.sets().intersect(names, each -> found.add(s(each.toArray())));
            assertThat(found).containsExactly("b", "c");
            found.clear();
            space.sets().union(names, each -> found.add(s(each.toArray())));
            assertThat(found).containsExactly("a", "b", "c", "d");
            found.clear();
            space.sets().difference(names, each -> found.add(s(each.toArray())));
            assertThat(found).containsExactly("a");
            found.clear();
            space.sets().intersect(List.of(b("x"), b("none")), each -> found.add("x"));
            assertThat(found).isEmpty();
          });
    }
  }

  @Test
  void membersOfOneScoreAreARangeOfBytes() {
    try (Opened opened = new Opened()) {
      opened.change(
          space -> {
            for (String member : List.of("a", "b", "bb", "c", "d")) {
              space.sortedSets().put(b("z"), b(member), 3);
            }
            MemberRange range = new MemberRange(b("a"), false, b("c"), true);
            List<String> found = new ArrayList<>();
            space
                .sortedSets()
                .forEach(b("z"), range, true, 1, (m, score) -> found.add(s(m.toArray())));
            assertThat(found).containsExactly("bb", "b");
            assertThat(space.sortedSets().count(b("z"), range)).isEqualTo(3);
            assertThat(space.sortedSets().count(b("z"), MemberRange.ALL)).isEqualTo(5);
          });
    }
  }
}
