package dev.keyfold.pg.message;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a server sends to a buffer, which stays the caller's. Not thread-safe.
 *
 * <pre>
 *   │ type 1 │ length 4 │ body          the length counts itself, not the type
 * </pre>
 */
public final class BackendWriter {
  /** A column of a result. */
  public record Field(String name, int type, short size, int modifier, short format) {}

  /** The state of the transaction that a connection is in. */
  public enum Status {
    IDLE('I'),
    IN_TRANSACTION('T'),
    FAILED('E');

    private final char code;

    Status(char code) {
      this.code = code;
    }
  }

  /** What a message may be about besides its text. */
  public enum Severity {
    ERROR,
    FATAL,
    WARNING,
    NOTICE
  }

  private final ByteBuf out;
  private int start;

  public BackendWriter(ByteBuf out) {
    this.out = out;
  }

  public ByteBuf buffer() {
    return out;
  }

  private BackendWriter begin(char type) {
    out.writeByte(type);
    start = out.writerIndex();
    out.writeInt(0);
    return this;
  }

  private void end() {
    out.setInt(start, out.writerIndex() - start);
  }

  private BackendWriter text(String text) {
    // A text ends with a zero byte, so that it cannot contain one.
    String whole = text.indexOf('\0') < 0 ? text : text.replace("\0", "");
    out.writeCharSequence(whole, StandardCharsets.UTF_8);
    out.writeByte(0);
    return this;
  }

  public void authenticationOk() {
    begin('R');
    out.writeInt(0);
    end();
  }

  public void authenticationCleartext() {
    begin('R');
    out.writeInt(3);
    end();
  }

  public void authenticationSasl(List<String> mechanisms) {
    begin('R');
    out.writeInt(10);
    mechanisms.forEach(this::text);
    out.writeByte(0);
    end();
  }

  /** A step of SASL, or its last one. */
  public void authenticationSasl(String data, boolean last) {
    begin('R');
    out.writeInt(last ? 12 : 11);
    out.writeCharSequence(data, StandardCharsets.UTF_8);
    end();
  }

  public void backendKey(int process, int secret) {
    begin('K');
    out.writeInt(process).writeInt(secret);
    end();
  }

  public void parameterStatus(String name, String value) {
    begin('S').text(name).text(value).end();
  }

  /** The protocol's minor version is lower than the client's, and these options are unknown. */
  public void negotiate(int minor, List<String> options) {
    begin('v');
    out.writeInt(minor).writeInt(options.size());
    options.forEach(this::text);
    end();
  }

  public void readyForQuery(Status status) {
    begin('Z');
    out.writeByte(status.code);
    end();
  }

  public void rowDescription(List<Field> fields) {
    begin('T');
    out.writeShort(fields.size());
    for (Field field : fields) {
      text(field.name());
      out.writeInt(0).writeShort(0).writeInt(field.type()).writeShort(field.size());
      out.writeInt(field.modifier()).writeShort(field.format());
    }
    end();
  }

  public void parameterDescription(int[] types) {
    begin('t');
    out.writeShort(types.length);
    for (int type : types) {
      out.writeInt(type);
    }
    end();
  }

  /** Begins a row; then one {@link #value} for each column, then {@link #endRow}. */
  public void beginRow(int columns) {
    begin('D');
    out.writeShort(columns);
  }

  public void value(byte @Nullable [] bytes) {
    if (bytes == null) {
      out.writeInt(-1);
    } else {
      out.writeInt(bytes.length).writeBytes(bytes);
    }
  }

  public void endRow() {
    end();
  }

  public void commandComplete(String tag) {
    begin('C').text(tag).end();
  }

  /** A message without a body: 1 parse, 2 bind, 3 close, n no data, s suspended, I empty. */
  private void empty(char type) {
    begin(type).end();
  }

  public void parseComplete() {
    empty('1');
  }

  public void bindComplete() {
    empty('2');
  }

  public void closeComplete() {
    empty('3');
  }

  public void noData() {
    empty('n');
  }

  public void portalSuspended() {
    empty('s');
  }

  public void emptyQuery() {
    empty('I');
  }

  /** Starts a COPY in text; the columns have no names. */
  public void copyResponse(boolean in, int columns) {
    begin(in ? 'G' : 'H');
    out.writeByte(0).writeShort(columns);
    for (int i = 0; i < columns; i++) {
      out.writeShort(0);
    }
    end();
  }

  public void copyData(byte[] bytes, int from, int length) {
    begin('d');
    out.writeBytes(bytes, from, length);
    end();
  }

  public void copyDone() {
    empty('c');
  }

  /**
   * An error or a notice.
   *
   * @param parts by their codes: P position, H hint, D detail
   */
  public void report(
      Severity severity, String state, String message, Map<Character, String> parts) {
    boolean notice = severity == Severity.NOTICE || severity == Severity.WARNING;
    begin(notice ? 'N' : 'E');
    field('S', severity.name());
    field('V', severity.name());
    field('C', state);
    field('M', message);
    parts.forEach(this::field);
    out.writeByte(0);
    end();
  }

  private void field(char code, String text) {
    out.writeByte(code);
    text(text);
  }
}
