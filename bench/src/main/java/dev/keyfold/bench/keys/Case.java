package dev.keyfold.bench.keys;

/**
 * One operation of one subject, on data that it goes through in a circle.
 *
 * <p>{@link #run} keeps its result in a field and returns bits of it, so that nothing it does is
 * dead code.
 */
abstract class Case {
  private int next;

  /** Does the operation once. */
  abstract long run();

  final int next(int mask) {
    return next++ & mask;
  }

  static Case of(Operation operation, String subject) {
    return switch (operation) {
      case ENCODE -> new Encode(Subjects.order(subject));
      case ENCODE_REUSED -> new EncodeReused(Subjects.order(subject));
      case DECODE -> new Decode(Subjects.order(subject));
      case THIRD_ID -> new ThirdId(Subjects.third(subject));
      case THIRD_NUMBER -> new ThirdNumber(Subjects.third(subject));
      case ESCAPE_TYPICAL -> new Escape(Subjects.blob(subject), Contents.TYPICAL);
      case ESCAPE_ZEROS -> new Escape(Subjects.blob(subject), Contents.ZEROS);
      case ESCAPE_RANDOM -> new Escape(Subjects.blob(subject), Contents.RANDOM);
      case UNESCAPE_TYPICAL -> new Unescape(Subjects.blob(subject), Contents.TYPICAL);
      case UNESCAPE_ZEROS -> new Unescape(Subjects.blob(subject), Contents.ZEROS);
      case UNESCAPE_REUSED_TYPICAL -> new UnescapeReused(Subjects.blob(subject), Contents.TYPICAL);
      case UNESCAPE_REUSED_ZEROS -> new UnescapeReused(Subjects.blob(subject), Contents.ZEROS);
      case UNESCAPE_REUSED_RANDOM -> new UnescapeReused(Subjects.blob(subject), Contents.RANDOM);
    };
  }

  private static final class Encode extends Case {
    private final OrderSubject subject;
    private final Orders orders = new Orders();
    private byte[] key = {};

    Encode(OrderSubject subject) {
      this.subject = subject;
    }

    @Override
    long run() {
      int i = next(Orders.MASK);
      key = subject.encode(orders.users[i], orders.millis[i], orders.ids[i]);
      return (long) key[0] + key[key.length - 1];
    }
  }

  private static final class EncodeReused extends Case {
    private final OrderSubject subject;
    private final Orders orders = new Orders();

    EncodeReused(OrderSubject subject) {
      this.subject = subject;
    }

    @Override
    long run() {
      int i = next(Orders.MASK);
      int length = subject.encodeReused(orders.users[i], orders.millis[i], orders.ids[i]);
      byte[] buffer = subject.buffer();
      return (long) buffer[0] + buffer[length - 1];
    }
  }

  private static final class Decode extends Case {
    private final OrderSubject subject;
    private final byte[][] keys;
    private final Order order = new Order();

    Decode(OrderSubject subject) {
      this.subject = subject;
      this.keys = new Orders().keys(subject);
    }

    @Override
    long run() {
      subject.decode(keys[next(Orders.MASK)], order);
      return order.user.length() + order.millis + order.id.getLeastSignificantBits();
    }
  }

  private static final class ThirdId extends Case {
    private final ThirdFieldSubject subject;
    private final byte[][] keys;

    ThirdId(ThirdFieldSubject subject) {
      this.subject = subject;
      this.keys = new Orders().keys(subject);
    }

    @Override
    long run() {
      return subject.thirdId(keys[next(Orders.MASK)]);
    }
  }

  private static final class ThirdNumber extends Case {
    private final ThirdFieldSubject subject;
    private final byte[][] keys;

    ThirdNumber(ThirdFieldSubject subject) {
      this.subject = subject;
      this.keys = new Orders().numberedKeys(subject);
    }

    @Override
    long run() {
      return subject.thirdNumber(keys[next(Orders.MASK)]);
    }
  }

  private static final class Escape extends Case {
    private final BlobSubject subject;
    private final byte[][] contents;

    Escape(BlobSubject subject, Contents contents) {
      this.subject = subject;
      this.contents = contents.arrays();
    }

    @Override
    long run() {
      int length = subject.escape(contents[next(Contents.MASK)]);
      byte[] buffer = subject.buffer();
      return (long) buffer[0] + buffer[length - 1];
    }
  }

  private static final class Unescape extends Case {
    private final BlobSubject subject;
    private final byte[][] keys;
    private byte[] content = {};

    Unescape(BlobSubject subject, Contents contents) {
      this.subject = subject;
      this.keys = contents.keys(subject);
    }

    @Override
    long run() {
      content = subject.unescape(keys[next(Contents.MASK)]);
      return (long) content[0] + content[content.length - 1];
    }
  }

  private static final class UnescapeReused extends Case {
    private final BlobSubject subject;
    private final byte[][] keys;

    UnescapeReused(BlobSubject subject, Contents contents) {
      this.subject = subject;
      this.keys = contents.keys(subject);
    }

    @Override
    long run() {
      int length = subject.unescapeReused(keys[next(Contents.MASK)]);
      byte[] content = subject.content();
      return (long) content[0] + content[length - 1];
    }
  }
}
