package dev.keyfold.bench.keys;

/** Subjects by the names under which they are reported; each call makes a new one. */
final class Subjects {
  private Subjects() {}

  static OrderSubject order(String name) {
    return switch (name) {
      case "keyfoldRecord" -> new KeyfoldRecord();
      case "keyfoldObjects" -> new KeyfoldObjects();
      case "recordByHandles" -> new RecordByHandles();
      default -> third(name);
    };
  }

  static ThirdFieldSubject third(String name) {
    return switch (name) {
      case "handWritten" -> new HandWritten();
      case "handWrittenUtf8" -> new HandWrittenUtf8();
      case "keyfold" -> new Keyfold();
      case "tuple" -> new TupleOrder();
      case "orderedBytes" -> new OrderedBytesOrder();
      default -> throw unknown(name);
    };
  }

  static BlobSubject blob(String name) {
    return switch (name) {
      case "arraycopy" -> new Blobs.Arraycopy();
      case "byteByByte" -> new Blobs.ByteByByte();
      case "keyfold" -> new Blobs.KeyfoldBlob();
      case "tuple" -> new Blobs.TupleBlob();
      case "orderedBytes" -> new Blobs.OrderedBytesBlob();
      default -> throw unknown(name);
    };
  }

  private static IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException("found subject '" + name + "', expected one of this class");
  }
}
