package dev.keyfold.redis.resp;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes replies in the client's protocol version. Types without a form in RESP2 are written as
 * Redis does: a map as a flat array, a double as a bulk string.
 *
 * <p>Writes to the current buffer of the {@link Sink}, which keeps owning it. Not thread-safe.
 */
public final class ReplyWriter {
  /** Gives the buffer that replies go to. */
  @FunctionalInterface
  public interface Sink {
    /** The buffer to append to now. */
    ByteBuf buffer();

    /** Called after the output since the mark was removed. */
    default void truncated(int mark) {}
  }

  private static final byte[] OK = ascii("+OK\r\n");
  private static final byte[] NULL3 = ascii("_\r\n");
  private static final byte[] NULL_BULK = ascii("$-1\r\n");
  private static final byte[] NULL_ARRAY = ascii("*-1\r\n");
  private static final int HEAD = 24;
  private static final int SCRATCH = 256;
  private static final int DOUBLED = 4 << 20;
  private static final int COPIED_BYTES = 64 * 1024;
  private static final int CRLF = '\r' << 8 | '\n';

  private final Sink sink;

  /** Short replies are assembled here and appended with one call: the buffer checks each append. */
  private final byte[] scratch = new byte[SCRATCH];

  private int protocol = 2;

  /** Where the reply under way begins, and up to where it may go. */
  private long start;

  private long most = Long.MAX_VALUE;

  /** A writer of version 2. */
  public ReplyWriter(Sink sink) {
    this.sink = sink;
  }

  /** 2 or 3. */
  public int protocol() {
    return protocol;
  }

  /** Speaks another version from the next reply on. */
  public void protocol(int version) {
    protocol = version;
  }

  /**
   * Bounds the reply that begins now: a write that would make it longer throws {@link
   * ReplyTooLargeException} before it takes memory. {@link Long#MAX_VALUE} for no bound, which is
   * what an error reply needs.
   */
  public void limit(long bytes) {
    start = bytes == Long.MAX_VALUE ? 0 : mark();
    most = bytes == Long.MAX_VALUE ? bytes : start + bytes;
  }

  /**
   * Throws if that many more bytes exceed the limit: to be called before work whose reply has a
   * known minimum length.
   */
  public void expect(long bytes) {
    long end = mark() + bytes;
    if (end > most || end < 0) {
      throw new ReplyTooLargeException(bytes, most - start);
    }
  }

  /** The buffer, with room for so many bytes. */
  private ByteBuf out(int more) {
    ByteBuf out = sink.buffer();
    long end = (long) out.writerIndex() + more;
    if (end > most) {
      throw new ReplyTooLargeException(end - start, most - start);
    }
    if (end > out.capacity() && end > DOUBLED) {
      // Left alone it would grow by 4 MiB at a time: as many copies as a large reply has of them.
      long room = Math.min(Math.min(end + end / 2, most), Integer.MAX_VALUE - 64);
      out.ensureWritable((int) Math.max(more, room - out.writerIndex()));
    }
    return out;
  }

  /** {@code +OK}. */
  public void ok() {
    out(OK.length).writeBytes(OK);
  }

  /** A simple string; must have no line breaks. */
  public void simple(String text) {
    line('+', text);
  }

  /** A simple string; must have no line breaks. */
  public void simple(byte[] text) {
    ByteBuf out = sink.buffer();
    out.writeByte('+');
    out.writeBytes(text);
    out.writeShort(CRLF);
  }

  /**
   * An error. The text begins with its code, such as {@code ERR} or {@code WRONGTYPE}; line breaks
   * in it become blanks.
   */
  public void error(String text) {
    line('-', text.replace('\r', ' ').replace('\n', ' '));
  }

  /** An integer. */
  public void integer(long value) {
    header(':', value);
  }

  /** 1 or 0 in version 2, a boolean in version 3. */
  public void bool(boolean value) {
    if (protocol == 2) {
      integer(value ? 1 : 0);
    } else {
      line('#', value ? "t" : "f");
    }
  }

  /** A string of any bytes; null for none. */
  public void bulk(byte @Nullable [] value) {
    if (value == null) {
      nullBulk();
    } else {
      bulk(value, 0, value.length);
    }
  }

  /** Some bytes of an array as a string. */
  public void bulk(byte[] bytes, int offset, int length) {
    int head = head('$', length);
    if (length > SCRATCH - HEAD - 2) {
      ByteBuf out = out(head + length + 2);
      out.ensureWritable(head + length + 2);
      out.writeBytes(scratch, 0, head);
      out.writeBytes(bytes, offset, length);
      out.writeShort(CRLF);
      return;
    }
    System.arraycopy(bytes, offset, scratch, head, length);
    scratch[head + length] = '\r';
    scratch[head + length + 1] = '\n';
    out(head + length + 2).writeBytes(scratch, 0, head + length + 2);
  }

  /** A string of text, one byte to a character, as the server keeps the text of clients. */
  public void bulk(String text) {
    bulk(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** A number as a string. */
  public void bulk(long number) {
    bulk(ascii(Long.toString(number)));
  }

  /** No string. */
  public void nullBulk() {
    out(NULL_BULK.length).writeBytes(protocol == 2 ? NULL_BULK : NULL3);
  }

  /** No array. */
  public void nullArray() {
    out(NULL_ARRAY.length).writeBytes(protocol == 2 ? NULL_ARRAY : NULL3);
  }

  /** The head of an array; its elements follow. */
  public void array(long elements) {
    header('*', elements);
  }

  /** The header of a map; keys and values follow alternating. */
  public void map(long entries) {
    header(protocol == 2 ? '*' : '%', protocol == 2 ? entries * 2 : entries);
  }

  /** The head of a set; its elements follow. */
  public void set(long elements) {
    header(protocol == 2 ? '*' : '~', elements);
  }

  /** The header of a pushed message; its elements follow. */
  public void push(long elements) {
    header(protocol == 2 ? '*' : '>', elements);
  }

  /** The head of attributes that precede a reply; only for version 3. */
  public void attribute(long entries) {
    header('|', entries);
  }

  /** A floating point number. */
  public void real(double value) {
    String text = Doubles.general17(value);
    if (protocol == 2) {
      bulk(ascii(text));
    } else {
      line(',', text);
    }
  }

  /** An integer of any size. */
  public void bigNumber(String digits) {
    if (protocol == 2) {
      bulk(digits);
    } else {
      line('(', digits);
    }
  }

  /** Text to be shown as it is; the format has three letters, such as {@code txt}. */
  public void verbatim(String format, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    if (protocol == 2) {
      bulk(bytes);
      return;
    }
    header('=', bytes.length + 4);
    ByteBuf out = out(bytes.length + HEAD);
    out.writeCharSequence(format, StandardCharsets.US_ASCII);
    out.writeByte(':');
    out.writeBytes(bytes);
    out.writeShort(CRLF);
  }

  /** A reply in wire form that another writer has made. */
  public void raw(byte[] wire) {
    out(wire.length).writeBytes(wire);
  }

  /** Where the next reply will begin: for {@link #arrayAt} and {@link #truncate}. */
  public int mark() {
    return sink.buffer().writerIndex();
  }

  /** Removes everything written since the mark. */
  public void truncate(int mark) {
    ByteBuf out = sink.buffer().writerIndex(mark);
    sink.truncated(mark);
    if (out.capacity() - mark > DOUBLED) {
      out.capacity(
          mark + SCRATCH); // or a slow client would hold the memory of what it does not get
    }
  }

  /** Makes what was written since the mark the elements of an array. */
  public void arrayAt(int mark, long elements) {
    headAt(mark, '*', elements);
  }

  /** Makes what was written since the mark the keys and values of a map. */
  public void mapAt(int mark, long entries) {
    headAt(mark, protocol == 2 ? '*' : '%', protocol == 2 ? entries * 2 : entries);
  }

  /** Makes what was written since the mark the elements of a set. */
  public void setAt(int mark, long elements) {
    headAt(mark, protocol == 2 ? '*' : '~', elements);
  }

  private void headAt(int mark, char kind, long count) {
    rawAt(mark, ascii(kind + Long.toString(count) + "\r\n"));
  }

  /** Puts bytes in wire form before what was written since the mark. */
  public void rawAt(int mark, byte[] head) {
    ByteBuf out = out(head.length);
    int end = out.writerIndex();
    out.ensureWritable(head.length);
    // From the end on, piece by piece: a copy of a large reply would need its memory once more.
    byte[] piece = new byte[Math.min(end - mark, COPIED_BYTES)];
    for (int to = end; to > mark; ) {
      int length = Math.min(to - mark, piece.length);
      to -= length;
      out.getBytes(to, piece, 0, length);
      out.setBytes(to + head.length, piece, 0, length);
    }
    out.setBytes(mark, head);
    out.writerIndex(end + head.length);
  }

  private void header(char kind, long value) {
    int length = head(kind, value);
    out(length).writeBytes(scratch, 0, length);
  }

  /** Writes it to the beginning of the scratch; its length. */
  private int head(char kind, long value) {
    scratch[0] = (byte) kind;
    int at = 1;
    if (value >= 0 && value < 10) {
      scratch[at++] = (byte) ('0' + value);
    } else if (value == Long.MIN_VALUE) {
      byte[] digits = ascii(Long.toString(value));
      System.arraycopy(digits, 0, scratch, at, digits.length);
      at += digits.length;
    } else {
      at = digits(at, value);
    }
    scratch[at++] = '\r';
    scratch[at++] = '\n';
    return at;
  }

  private int digits(int from, long value) {
    int at = from;
    long rest = value;
    if (rest < 0) {
      scratch[at++] = '-';
      rest = -rest;
    }
    int count = 1;
    for (long limit = 10; count < 19 && rest >= limit; limit *= 10) {
      count++;
    }
    int end = at + count;
    for (int i = end - 1; i >= at; i--) {
      scratch[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return end;
  }

  private void line(char kind, String text) {
    ByteBuf out = out(text.length() + 3);
    out.writeByte(kind);
    // Errors may quote a client's bytes, which are kept one to a character.
    for (int i = 0; i < text.length(); i++) {
      out.writeByte(text.charAt(i));
    }
    out.writeShort(CRLF);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
