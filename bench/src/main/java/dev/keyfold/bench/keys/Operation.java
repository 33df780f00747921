package dev.keyfold.bench.keys;

import java.util.List;

/** What is measured side by side, and for which subjects; the first subject is the bound. */
enum Operation {
  ENCODE("encode", 0, Names.ORDERS),
  ENCODE_REUSED("encode, reused buffer", 0, Names.ORDERS),
  DECODE("decode", 0, Names.ORDERS),
  THIRD_ID("third field, uuid", 0, Names.THIRD),
  THIRD_NUMBER("third field, int64", 0, Names.THIRD),
  ESCAPE_TYPICAL("escape, four zeros", Contents.LENGTH, Names.BLOBS),
  ESCAPE_ZEROS("escape, only zeros", Contents.LENGTH, Names.BLOBS),
  ESCAPE_RANDOM("escape, random", Contents.LENGTH, Names.NATIVE_BLOBS),
  UNESCAPE_REUSED_TYPICAL(
      "unescape, reused buffer, four zeros", Contents.LENGTH, Names.NATIVE_BLOBS),
  UNESCAPE_REUSED_ZEROS("unescape, reused buffer, only zeros", Contents.LENGTH, Names.NATIVE_BLOBS),
  UNESCAPE_REUSED_RANDOM("unescape, reused buffer, random", Contents.LENGTH, Names.NATIVE_BLOBS),
  UNESCAPE_TYPICAL("unescape, four zeros", Contents.LENGTH, Names.BLOBS),
  UNESCAPE_ZEROS("unescape, only zeros", Contents.LENGTH, Names.BLOBS);

  /** Name in reports. */
  final String label;

  /** Bytes of content that one operation goes through, 0 where that says nothing. */
  final int contentBytes;

  /** Names of the subjects, separated by spaces: an enum holds nothing that can change. */
  private final String subjects;

  Operation(String label, int contentBytes, String subjects) {
    this.label = label;
    this.contentBytes = contentBytes;
    this.subjects = subjects;
  }

  /** Names of the subjects, in the order they run. */
  List<String> subjects() {
    return List.of(subjects.split(" ", -1));
  }

  /** The lower bound that the other subjects are compared with. */
  String bound() {
    return subjects().get(0);
  }

  private static final class Names {
    static final String ORDERS =
        "handWritten handWrittenUtf8 keyfold keyfoldRecord recordByHandles keyfoldObjects tuple"
            + " orderedBytes";
    static final String THIRD = "handWritten keyfold tuple orderedBytes";
    static final String BLOBS = "arraycopy byteByByte keyfold tuple orderedBytes";
    static final String NATIVE_BLOBS = "arraycopy byteByByte keyfold";
  }
}
