package dev.keyfold.table.run;

import dev.keyfold.codec.bytes.Bytes;
import dev.keyfold.codec.bytes.XxHash64;
import dev.keyfold.table.errors.TokenException;
import dev.keyfold.table.plan.BoundQuery;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * A continuation token: the position at which a query stopped, as text that a program can store and
 * pass to another process.
 *
 * <pre>
 *   +----+-------------+--------+------+-- -
 *   | 01 | fingerprint | key id | kind | position
 *   +----+-------------+--------+------+-- -       in base64 for URLs
 *     1      8            4        1
 *
 *   fingerprint  hash of the table's id, conditions and order; not of the limit
 *   kind         0: position is the store key of the last entry; 1: the sort key of the last row
 * </pre>
 */
public final class ContinuationToken {
  private static final byte VERSION = 1;
  private static final int HEADER = 14;

  private final int keyId;
  private final boolean sorted;
  private final byte[] position;

  ContinuationToken(int keyId, boolean sorted, byte[] position) {
    this.keyId = keyId;
    this.sorted = sorted;
    this.position = position;
  }

  /** The key whose entries the position is one of: the query continues with it. */
  public int keyId() {
    return keyId;
  }

  boolean isSorted() {
    return sorted;
  }

  byte[] position() {
    return position;
  }

  String print(BoundQuery query) {
    byte[] bytes = new byte[HEADER + position.length];
    bytes[0] = VERSION;
    Bytes.putLong(bytes, 1, fingerprint(query));
    Bytes.putInt(bytes, 9, keyId);
    bytes[13] = (byte) (sorted ? 1 : 0);
    System.arraycopy(position, 0, bytes, HEADER, position.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Reads a token and checks that it belongs to the query. */
  public static ContinuationToken parse(String text, BoundQuery query) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new TokenException(
          "found '" + brief(text) + "', expected a token that a query returned", e);
    }
    if (bytes.length <= HEADER || bytes[0] != VERSION) {
      throw new TokenException(
          "found '"
              + brief(text)
              + "', expected a token of version "
              + VERSION
              + " that a query returned");
    }
    if (Bytes.getLong(bytes, 1) != fingerprint(query)) {
      throw new TokenException(
          "the token belongs to another query; use it with the same table,"
              + " conditions and order as the query that returned it, or start without a token");
    }
    int id = Bytes.getInt(bytes, 9);
    if (id != query.table().primary().id() && query.table().index(id) == null) {
      throw new TokenException(
          "the token belongs to a key or index that was dropped; start without a token");
    }
    return new ContinuationToken(
        id, bytes[13] == 1, Arrays.copyOfRange(bytes, HEADER, bytes.length));
  }

  private static String brief(String text) {
    return text.length() > 40 ? text.substring(0, 40) + "..." : text;
  }

  private static long fingerprint(BoundQuery query) {
    byte[] text = (query.table().def().id() + " " + query.text()).getBytes(StandardCharsets.UTF_8);
    return XxHash64.hash(text, 0, text.length);
  }
}
