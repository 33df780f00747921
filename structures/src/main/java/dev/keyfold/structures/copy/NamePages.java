package dev.keyfold.structures.copy;

import dev.keyfold.structures.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The names of a database in order, in pages: who gets one may read its elements meanwhile. */
public final class NamePages {
  private static final int PAGE = 1_000;

  private NamePages() {}

  /** Hands over every name. */
  public static void forEach(Space space, Consumer<byte[]> taker) {
    List<byte[]> page = page(space, null);
    while (!page.isEmpty()) {
      page.forEach(taker);
      page = page(space, page.get(page.size() - 1));
    }
  }

  private static List<byte[]> page(Space space, byte @Nullable [] after) {
    List<byte[]> page = new ArrayList<>();
    space
        .keys()
        .scan(
            after,
            name -> {
              page.add(name.toArray());
              return page.size() < PAGE;
            });
    return page;
  }
}
