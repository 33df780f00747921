package dev.keyfold.structures.codec;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Messages of Protocol Buffers. Its library is an optional dependency of this module: whoever uses
 * this class has it, and a module that does requires {@code com.google.protobuf}. Maps within a
 * message are written in a fixed order, so that equal messages have equal bytes; unknown fields are
 * kept, but may make messages differ that are equal otherwise.
 */
public final class ProtobufCodec {
  private ProtobufCodec() {}

  /** The codec of a message class: {@code ProtobufCodec.of(Order.parser())}. */
  @SuppressWarnings("exports") // callers require the library
  public static <T extends MessageLite> Codec<T> of(Parser<T> parser) {
    return Codec.of(ProtobufCodec::write, bytes -> read(parser, bytes));
  }

  private static byte[] write(MessageLite message) {
    byte[] bytes = new byte[message.getSerializedSize()];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.useDeterministicSerialization();
    try {
      message.writeTo(out);
      out.flush();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return bytes;
  }

  private static <T> T read(Parser<T> parser, byte[] bytes) {
    try {
      return parser.parseFrom(bytes);
    } catch (InvalidProtocolBufferException failure) {
      throw new IllegalArgumentException(
          "these bytes are not the message of Protocol Buffers that was expected: "
              + failure.getMessage(),
          failure);
    }
  }
}
