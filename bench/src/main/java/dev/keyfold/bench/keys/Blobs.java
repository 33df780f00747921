package dev.keyfold.bench.keys;

import com.apple.foundationdb.tuple.Tuple;
import dev.keyfold.codec.KeyReader;
import dev.keyfold.codec.KeySchema;
import dev.keyfold.codec.KeyWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;

/** The subjects of a single binary field. */
final class Blobs {
  /** Room for the longest form: every byte escaped, and a few bytes around it. */
  private static final int ROOM = 2 * Contents.LENGTH + 64;

  private Blobs() {}

  /** The bound that no escaping can reach: one copy, into a reused buffer or a new array. */
  static final class Arraycopy implements BlobSubject {
    private final byte[] buffer = new byte[ROOM];
    private final byte[] content = new byte[ROOM];

    @Override
    public int escape(byte[] content) {
      System.arraycopy(content, 0, buffer, 0, content.length);
      return content.length;
    }

    @Override
    public byte[] buffer() {
      return buffer;
    }

    @Override
    public byte[] unescape(byte[] key) {
      return Arrays.copyOf(key, key.length);
    }

    @Override
    public boolean reuses() {
      return true;
    }

    @Override
    public int unescapeReused(byte[] key) {
      System.arraycopy(key, 0, content, 0, key.length);
      return key.length;
    }

    @Override
    public byte[] content() {
      return content;
    }
  }

  /** The native format, one byte and one branch at a time. */
  static final class ByteByByte implements BlobSubject {
    private final byte[] buffer = new byte[ROOM];
    private final byte[] content = new byte[ROOM];

    @Override
    public int escape(byte[] content) {
      byte[] out = buffer;
      int o = 0;
      for (byte b : content) {
        if (b == 0 || b == 1) {
          out[o++] = 1;
          out[o++] = (byte) (b + 1);
        } else {
          out[o++] = b;
        }
      }
      out[o] = 0;
      return o + 1;
    }

    @Override
    public byte[] buffer() {
      return buffer;
    }

    @Override
    public byte[] unescape(byte[] key) {
      return Arrays.copyOf(content, read(key));
    }

    @Override
    public boolean reuses() {
      return true;
    }

    @Override
    public int unescapeReused(byte[] key) {
      return read(key);
    }

    @Override
    public byte[] content() {
      return content;
    }

    private int read(byte[] key) {
      byte[] out = content;
      int o = 0;
      for (int i = 0; key[i] != 0; i++) {
        out[o++] = key[i] == 1 ? (byte) (key[++i] - 1) : key[i];
      }
      return o;
    }
  }

  /** The codec, calls for one key included. */
  static final class KeyfoldBlob implements BlobSubject {
    private final KeySchema schema = KeySchema.parse("b bytes");
    private final KeyWriter writer = schema.newWriter();
    private final KeyReader reader = schema.newReader();
    private final byte[] content = new byte[ROOM];

    @Override
    public int escape(byte[] content) {
      return writer.reset().putBytes(content).finish();
    }

    @Override
    public byte[] buffer() {
      return writer.buffer();
    }

    @Override
    public byte[] unescape(byte[] key) {
      return reader.reset(key).getBytes();
    }

    @Override
    public boolean reuses() {
      return true;
    }

    @Override
    public int unescapeReused(byte[] key) {
      return reader.reset(key).getBytes(content, 0);
    }

    @Override
    public byte[] content() {
      return content;
    }
  }

  /** FoundationDB's tuple layer. */
  static final class TupleBlob implements BlobSubject {
    private final byte[] bytes = new byte[ROOM];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);

    @Override
    public int escape(byte[] content) {
      buffer.clear();
      new Tuple().add(content).packInto(buffer);
      return buffer.position();
    }

    @Override
    public byte[] buffer() {
      return bytes;
    }

    @Override
    public byte[] unescape(byte[] key) {
      return Tuple.fromBytes(key).getBytes(0);
    }
  }

  /** HBase's BlobVar, the form of bytes that another field may follow: seven bits to the byte. */
  static final class OrderedBytesBlob implements BlobSubject {
    private final byte[] bytes = new byte[ROOM];
    private final PositionedByteRange out = new SimplePositionedMutableByteRange(bytes);
    private final PositionedByteRange in = new SimplePositionedMutableByteRange();

    @Override
    public int escape(byte[] content) {
      out.setPosition(0);
      return OrderedBytes.encodeBlobVar(out, content, Order.ASCENDING);
    }

    @Override
    public byte[] buffer() {
      return bytes;
    }

    @Override
    public byte[] unescape(byte[] key) {
      in.set(key);
      return OrderedBytes.decodeBlobVar(in);
    }
  }
}
