package dev.keyfold.structures;

import static dev.keyfold.structures.Opened.b;
import static dev.keyfold.structures.Opened.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Cursor;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Store;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreException;
import dev.keyfold.structures.layout.Layout;
import dev.keyfold.structures.type.ChangeListener;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A store that says no, and what continues by itself. */
class FaultTest {
  private static Store refusing(Store store, AtomicBoolean refuses) {
    return (Store)
        Proxy.newProxyInstance(
            FaultTest.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("write") && refuses.get()) {
                throw new StoreException("the disk is full");
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  /** Counts, ids, databases, directories and expiry are those from before. */
  @Test
  void aCommitThatFailsHasNotHappened() {
    AtomicBoolean refuses = new AtomicBoolean();
    try (Opened opened =
        new Opened(refusing(Stores.open("memory:"), refuses), ChangeListener.NONE)) {
      opened.change(
          space -> {
            for (int i = 0; i < 2000; i++) {
              space.sortedSets().put(b("z"), b("m" + i), i);
            }
            space.strings().set(b("a"), b("1"));
          });
      assertThat(opened.number(space -> space.sortedSets().rank(b("z"), b("m1500"))))
          .isEqualTo(1500);
      refuses.set(true);
      assertThatThrownBy(
              () ->
                  opened.change(
                      space -> {
                        space.sortedSets().pop(b("z"), 700, false);
                        space.strings().set(b("a"), b("2"));
                        space.strings().set(b("new"), b("3"));
                        space.keys().expireAt(b("a"), opened.clock.millis() + 5);
                      }))
          .isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> opened.change(space -> space.keys().flush()))
          .isInstanceOf(StoreException.class);
      refuses.set(false);
      opened.clock.advance(10);
      opened.change(
          space -> {
            assertThat(space.keys().size()).isEqualTo(2);
            assertThat(s(space.strings().get(b("a")))).isEqualTo("1");
            assertThat(space.sortedSets().rank(b("z"), b("m1500"))).isEqualTo(1500);
            assertThat(space.sortedSets().pop(b("z"), 1, false).get(0).score()).isZero();
            space.lists().pushLast(b("l"), b("x"));
          });
      opened.reclaimAll();
      Audit.check(opened.store);
    }
  }

  @Test
  void theBackgroundReclaimsAndExpires() throws Exception {
    try (Store store = Stores.open("memory:");
        Structures structures = Structures.over(store, StructuresOptions.defaults())) {
      try (Work work = structures.begin()) {
        for (int i = 0; i < 5000; i++) {
          work.space(0).sets().add(b("deleted"), b("m" + i));
          work.space(1).sets().add(b("flushed"), b("m" + i));
        }
        work.space(0).strings().set(b("due"), b("x"));
        work.space(0).keys().expireAt(b("due"), work.now() + 20);
        work.commit();
      }
      try (Work work = structures.begin()) {
        work.space(0).keys().delete(b("deleted"));
        work.space(1).keys().flush();
        work.commit();
      }
      long deadline = System.nanoTime() + 20_000_000_000L;
      while (entries(store) > 0 && System.nanoTime() < deadline) {
        Thread.sleep(10);
      }
      assertThat(entries(store)).isZero();
      assertThat(structures.expired()).isEqualTo(1);
    }
  }

  /** All but the catalog. */
  private static int entries(Store store) {
    int count = 0;
    try (Cursor cursor =
        store.scan(Scan.between(new byte[] {Layout.META}, new byte[] {Layout.CATALOG}))) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }
}
