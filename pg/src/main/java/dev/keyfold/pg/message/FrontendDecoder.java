package dev.keyfold.pg.message;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of one client.
 *
 * <pre>
 *   first   │ length 4 │ code 4 │ body            startup, TLS, cancel; until the startup packet
 *   others  │ type 1 │ length 4 │ body            the length counts itself, not the type
 * </pre>
 *
 * <p>A length is checked before anything is kept for it. Not thread-safe.
 */
public final class FrontendDecoder extends ByteToMessageDecoder {
  private static final int PROTOCOL_MAJOR = 3;
  private static final int CANCEL = 80877102;
  private static final int SSL = 80877103;
  private static final int GSS = 80877104;

  private boolean started;
  private boolean broken;
  private volatile boolean session;
  private volatile int most = MessageLimits.LOGIN_BYTES;
  private IntConsumer unfinished = bytes -> {};

  /** After the login longer messages are taken. Thread-safe. */
  public void loggedIn() {
    most = MessageLimits.MESSAGE_BYTES;
  }

  /** After the login of a client of the Keyfold protocol its messages are passed on as they are. */
  public void beginSession() {
    most = MessageLimits.SESSION_BYTES;
    session = true;
  }

  /** Whom to tell, after each read, how many bytes of a message are kept until the rest comes. */
  public void onUnfinished(IntConsumer listener) {
    unfinished = listener;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object input) throws Exception {
    try {
      super.channelRead(context, input);
    } finally {
      unfinished.accept(actualReadableBytes());
    }
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (broken) {
      in.skipBytes(in.readableBytes());
      return;
    }
    try {
      FrontendMessage message = started ? typed(in) : first(in);
      if (message != null) {
        out.add(message);
      }
    } catch (ProtocolException e) {
      broken = true; // where the next message begins is unknown
      throw e;
    }
  }

  /** The next message without a type, null if it is not complete. */
  private @Nullable FrontendMessage first(ByteBuf in) {
    if (in.readableBytes() < 4) {
      return null;
    }
    int length = in.getInt(in.readerIndex());
    check("the startup packet", length, 8, MessageLimits.STARTUP_BYTES);
    if (in.readableBytes() < length) {
      return null;
    }
    ByteBuf body = in.readSlice(length).skipBytes(4);
    int code = body.readInt();
    switch (code) {
      case SSL -> {
        refuseMore(in);
        return new FrontendMessage.SslRequest();
      }
      case GSS -> {
        refuseMore(in);
        return new FrontendMessage.GssRequest();
      }
      case CANCEL -> {
        if (body.readableBytes() != 8) {
          throw new ProtocolException(
              "found a cancel request with " + body.readableBytes() + " bytes, expected 8");
        }
        return new FrontendMessage.Cancel(body.readInt(), body.readInt());
      }
      default -> {
        if (code >>> 16 != PROTOCOL_MAJOR) {
          throw new ProtocolException(
              "found protocol "
                  + (code >>> 16)
                  + "."
                  + (code & 0xffff)
                  + ", expected version 3 of the PostgreSQL protocol");
        }
        started = true;
        return new FrontendMessage.Startup(code >>> 16, code & 0xffff, parameters(body));
      }
    }
  }

  /** What follows in clear text cannot be of a client that waits for encryption. */
  private static void refuseMore(ByteBuf in) {
    if (in.isReadable()) {
      throw new ProtocolException(
          "found "
              + in.readableBytes()
              + " bytes after a request for encryption, expected none before its answer");
    }
  }

  private static Map<String, String> parameters(ByteBuf body) {
    Map<String, String> parameters = new LinkedHashMap<>();
    while (true) {
      String name = text(body, "the name of a startup parameter");
      if (name.isEmpty()) {
        break;
      }
      parameters.put(name, text(body, "the startup parameter " + name));
    }
    end(body, "the startup packet");
    return parameters;
  }

  private static void check(String what, int length, int least, int most) {
    if (length < least || length > most) {
      throw new ProtocolException(
          what + " has the length " + length + ", expected " + least + " to " + most);
    }
  }

  private @Nullable FrontendMessage typed(ByteBuf in) {
    if (in.readableBytes() < 5) {
      return null;
    }
    char type = (char) in.getUnsignedByte(in.readerIndex());
    if (!session && "QPBDECSHdcfpFX".indexOf(type) < 0) {
      throw new ProtocolException(
          "found a message of type " + (int) type + ", expected one of PostgreSQL's protocol");
    }
    int length = in.getInt(in.readerIndex() + 1);
    check("a message of type '" + type + "'", length, 4, most);
    if (in.readableBytes() < length + 1) {
      return null;
    }
    ByteBuf body = in.readSlice(length + 1).skipBytes(5);
    if (session) {
      return new FrontendMessage.Session(type, rest(body));
    }
    FrontendMessage message = body(type, body);
    end(body, "a message of type '" + type + "'");
    return message;
  }

  private static void end(ByteBuf body, String what) {
    if (body.isReadable()) {
      throw new ProtocolException(
          what + " has " + body.readableBytes() + " bytes more than its parts need");
    }
  }

  private static FrontendMessage body(char type, ByteBuf body) {
    return switch (type) {
      case 'Q' -> new FrontendMessage.Query(text(body, "a query"));
      case 'P' -> parse(body);
      case 'B' -> bind(body);
      case 'D' -> new FrontendMessage.Describe(kind(body), text(body, "a name"));
      case 'E' -> {
        String portal = text(body, "a portal's name");
        yield new FrontendMessage.Execute(portal, number(body));
      }
      case 'C' -> new FrontendMessage.Close(kind(body), text(body, "a name"));
      case 'S' -> new FrontendMessage.Sync();
      case 'H' -> new FrontendMessage.Flush();
      case 'd' -> new FrontendMessage.CopyData(rest(body));
      case 'c' -> new FrontendMessage.CopyDone();
      case 'f' -> new FrontendMessage.CopyFail(text(body, "a reason"));
      case 'p' -> new FrontendMessage.Password(rest(body));
      case 'F' -> {
        byte[] unused = rest(body);
        yield new FrontendMessage.FunctionCall();
      }
      default -> new FrontendMessage.Terminate();
    };
  }

  private static FrontendMessage parse(ByteBuf body) {
    String name = text(body, "a statement's name");
    String sql = text(body, "a statement");
    int[] types = new int[count(body, 4)];
    for (int i = 0; i < types.length; i++) {
      types[i] = number(body);
    }
    return new FrontendMessage.Parse(name, sql, types);
  }

  private static FrontendMessage bind(ByteBuf body) {
    String portal = text(body, "a portal's name");
    String statement = text(body, "a statement's name");
    short[] formats = formats(body);
    int count = count(body, 4);
    List<byte @Nullable []> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = number(body);
      if (length < -1 || length > body.readableBytes()) {
        throw new ProtocolException(
            "the value of parameter "
                + (i + 1)
                + " has the length "
                + length
                + ", expected -1 to "
                + body.readableBytes());
      }
      values.add(length < 0 ? null : bytes(body, length));
    }
    return new FrontendMessage.Bind(portal, statement, formats, values, formats(body));
  }

  private static short[] formats(ByteBuf body) {
    short[] formats = new short[count(body, 2)];
    for (int i = 0; i < formats.length; i++) {
      formats[i] = body.readShort();
      if (formats[i] != 0 && formats[i] != 1) {
        throw new ProtocolException(
            "found the format " + formats[i] + ", expected 0 for text or 1 for binary");
      }
    }
    return formats;
  }

  /** A number of parts that are so many bytes long at least. */
  private static int count(ByteBuf body, int each) {
    if (body.readableBytes() < 2) {
      throw new ProtocolException("a message ends where a number of parts was expected");
    }
    int count = body.readUnsignedShort();
    if ((long) count * each > body.readableBytes()) {
      throw new ProtocolException(
          "found "
              + count
              + " parts, expected at most "
              + body.readableBytes() / each
              + ", which the message has room for");
    }
    return count;
  }

  private static int number(ByteBuf body) {
    if (body.readableBytes() < 4) {
      throw new ProtocolException("a message ends where a number was expected");
    }
    return body.readInt();
  }

  private static FrontendMessage.Kind kind(ByteBuf body) {
    int kind = body.isReadable() ? body.readByte() : 0;
    return switch (kind) {
      case 'S' -> FrontendMessage.Kind.STATEMENT;
      case 'P' -> FrontendMessage.Kind.PORTAL;
      default -> throw new ProtocolException("found " + kind + ", expected 'S' or 'P'");
    };
  }

  private static byte[] rest(ByteBuf body) {
    return bytes(body, body.readableBytes());
  }

  private static byte[] bytes(ByteBuf body, int length) {
    byte[] bytes = new byte[length];
    body.readBytes(bytes);
    return bytes;
  }

  private static String text(ByteBuf body, String what) {
    int length = body.bytesBefore((byte) 0);
    if (length < 0) {
      throw new ProtocolException(what + " does not end with a zero byte");
    }
    ByteBuffer bytes = body.nioBuffer(body.readerIndex(), length);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      var unused = body.skipBytes(length + 1);
      return text;
    } catch (CharacterCodingException e) {
      throw new ProtocolException(what + " is not valid UTF-8");
    }
  }
}
