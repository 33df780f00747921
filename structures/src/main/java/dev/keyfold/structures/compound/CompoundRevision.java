package dev.keyfold.structures.compound;

import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.codec.compound.CompoundKeys;
import dev.keyfold.store.Cursor;
import dev.keyfold.store.Reader;
import dev.keyfold.store.Scan;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.layout.KeyDisplay;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Recognises whether names in compound keys are escaped, from the names of all structures:
 *
 * <pre>
 *   T:50%25 off     an escape: the newer revision writes every percent sign so; but a user of the
 *                   older one may have such a name
 *   T:50% off       not an escape: only the older revision writes that
 *   T:a 00 b        a NUL as it is: only the older revision writes that
 *   T:user:123      no evidence: the same in both
 * </pre>
 *
 * @param keys the revision
 * @param isCertain false if names of both kinds were found: then ask the user
 * @param names how many names were looked at
 * @param escaped how many have percent signs, all of which are escapes
 * @param unescaped how many the newer revision cannot have written
 * @param example one of those that speak against {@code keys}, or for it if none does; empty if
 *     there is no evidence
 */
public record CompoundRevision(
    CompoundKeys keys,
    boolean isCertain,
    long names,
    long escaped,
    long unescaped,
    String example) {
  /** Looks at the names of all structures; does not read their elements. */
  public static CompoundRevision of(Reader reader) {
    Evidence evidence = new Evidence();
    for (String prefix : List.of("LM:", "PM:", "T:")) {
      byte[] bytes = prefix.getBytes(StandardCharsets.US_ASCII);
      try (Cursor cursor = reader.scan(Scan.prefix(bytes).withoutValues().inBulk())) {
        while (cursor.next()) {
          evidence.add(cursor.key(), bytes.length);
        }
      }
    }
    return evidence.revision();
  }

  /** The finding with its evidence, in a sentence. */
  public String describe() {
    String counts =
        Counted.of(names, "name")
            + ", "
            + escaped
            + " with %25 or %00, "
            + unescaped
            + " with other percent signs or NULs";
    if (!isCertain) {
      return counts + ", such as " + example + ": they may be of either revision";
    }
    if (escaped + unescaped == 0) {
      return counts + ": both revisions read them alike";
    }
    return counts + ", such as " + example + ": " + (unescaped > 0 ? "un" : "") + "escaped";
  }

  /** Counts names. */
  private static final class Evidence {
    private long names;
    private long escaped;
    private long unescaped;
    private String escapedExample = "";
    private String unescapedExample = "";

    void add(Slice key, int from) {
      names++;
      int escapes = 0;
      for (int i = from; i < key.length(); i++) {
        byte b = key.at(i);
        if (b == '%' && isEscape(key, i)) {
          escapes++;
        } else if (b == '%' || b == 0) {
          unescaped++;
          unescapedExample = example(key, unescapedExample);
          return;
        }
      }
      if (escapes > 0) {
        escaped++;
        escapedExample = example(key, escapedExample);
      }
    }

    private static boolean isEscape(Slice key, int at) {
      return key.length() - at >= 3
          && ((key.at(at + 1) == '2' && key.at(at + 2) == '5')
              || (key.at(at + 1) == '0' && key.at(at + 2) == '0'));
    }

    private static String example(Slice key, String first) {
      return first.isEmpty() ? KeyDisplay.text(key.toArray()) : first;
    }

    /** The newer revision cannot read a name that only the older one writes. */
    CompoundRevision revision() {
      CompoundKeys keys = unescaped > 0 ? CompoundKeys.UNESCAPED : CompoundKeys.ESCAPED;
      boolean certain = escaped == 0 || unescaped == 0;
      String example = escaped > 0 ? escapedExample : unescapedExample;
      return new CompoundRevision(keys, certain, names, escaped, unescaped, example);
    }
  }
}
