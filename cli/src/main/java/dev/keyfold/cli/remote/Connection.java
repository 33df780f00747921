package dev.keyfold.cli.remote;

import dev.keyfold.pg.command.Wire;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.net.ssl.SSLException;

/**
 * A connection that has logged in. One thread receives; any thread sends. Close it.
 *
 * <pre>
 *   type 1 │ length 4 │ body        the length counts itself, not the type
 * </pre>
 */
public final class Connection implements AutoCloseable {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int LOGIN_MILLIS = 60_000;
  private static final int SSL_REQUEST = 80877103;
  private static final int PROTOCOL = 3 << 16;

  private final ServerAddress address;
  private final Socket plain;
  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;

  /** A message of the server. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Message(char type, byte[] body) {
    ByteBuffer buffer() {
      return ByteBuffer.wrap(body);
    }
  }

  private Connection(ServerAddress address, Socket plain, Socket socket) throws IOException {
    this.address = address;
    this.plain = plain;
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
    this.out = socket.getOutputStream();
  }

  /** Connects and logs in. */
  public static Connection open(ServerAddress address, String user, String password) {
    Socket plain = new Socket();
    try {
      try {
        plain.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
      } catch (IOException e) {
        throw new RemoteException(
            "cannot connect to "
                + address
                + ": "
                + reason(e)
                + "; start a server with keyfold"
                + " serve, or check host and port");
      }
      plain.setTcpNoDelay(true);
      plain.setKeepAlive(true);
      plain.setSoTimeout(LOGIN_MILLIS);
      Connection made = new Connection(address, plain, encrypted(address, plain));
      made.logIn(user, password);
      plain.setSoTimeout(0);
      return made;
    } catch (IOException e) {
      closeQuietly(plain);
      throw new RemoteException("cannot log in to " + address + ": " + reason(e));
    } catch (RuntimeException e) {
      closeQuietly(plain);
      throw e;
    }
  }

  private static String reason(IOException e) {
    if (e instanceof EOFException) {
      return "the server closed the connection";
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private static Socket encrypted(ServerAddress address, Socket plain) throws IOException {
    if (address.tls() == ServerAddress.Tls.OFF) {
      return plain;
    }
    plain.getOutputStream().write(ByteBuffer.allocate(8).putInt(8).putInt(SSL_REQUEST).array());
    int answer = plain.getInputStream().read();
    if (answer != 'S') {
      throw new RemoteException(
          address
              + " does not offer TLS; start the server with --tls-cert and --tls-key, or add"
              + " ?tls=off to the URL to connect without encryption");
    }
    try {
      return TlsSockets.wrap(address, plain);
    } catch (SSLException e) {
      throw new RemoteException(
          "cannot verify the certificate of "
              + address
              + ": "
              + reason(e)
              + "; name its"
              + " certificate with ?tls-ca=FILE, or trust any with ?tls=unverified");
    }
  }

  private void logIn(String user, String password) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String text :
        new String[] {"user", user, Wire.PARAMETER, Integer.toString(Wire.VERSION), ""}) {
      bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      bytes.write(0);
    }
    ByteBuffer startup = ByteBuffer.allocate(8 + bytes.size());
    out.write(startup.putInt(8 + bytes.size()).putInt(PROTOCOL).put(bytes.toByteArray()).array());
    ScramClient scram = new ScramClient(password);
    while (true) {
      Message message = receive();
      switch (message.type()) {
        case 'R' -> authenticate(message.buffer(), scram, password);
        case 'S' -> {} // a parameter of the server
        case 'Z' -> {
          return;
        }
        default ->
            throw new RemoteException(
                address + " answered the login with a message of type '" + message.type() + "'");
      }
    }
  }

  private void authenticate(ByteBuffer body, ScramClient scram, String password)
      throws IOException {
    int kind = body.getInt();
    switch (kind) {
      case 0 -> {}
      case 3 -> send('p', (password + "\0").getBytes(StandardCharsets.UTF_8));
      case 10 -> {
        byte[] mechanism = (ScramClient.MECHANISM + "\0").getBytes(StandardCharsets.UTF_8);
        byte[] first = scram.first().getBytes(StandardCharsets.UTF_8);
        ByteBuffer answer = ByteBuffer.allocate(mechanism.length + 4 + first.length);
        send('p', answer.put(mechanism).putInt(first.length).put(first).array());
      }
      case 11 -> send('p', scram.last(rest(body)).getBytes(StandardCharsets.UTF_8));
      case 12 -> {
        if (!scram.isServer(rest(body))) {
          throw new RemoteException(
              address + " does not know the password: it is not the server it should be");
        }
      }
      default -> throw new RemoteException(address + " asks for the unknown login method " + kind);
    }
  }

  private static String rest(ByteBuffer body) {
    return StandardCharsets.UTF_8.decode(body).toString();
  }

  /** The next message; an error of the server is thrown. */
  Message receive() throws IOException {
    char type = (char) in.readUnsignedByte();
    int length = in.readInt() - 4;
    if (length < 0 || length > Wire.MESSAGE_BYTES) {
      throw new RemoteException(
          address + " sent a message of " + length + " bytes, expected 0 to " + Wire.MESSAGE_BYTES);
    }
    byte[] body = new byte[length];
    in.readFully(body);
    if (type == 'E') {
      throw new RemoteException(address + ": " + error(body));
    }
    return new Message(type, body);
  }

  /** Message and hint of an error: one letter and a text each. */
  private static String error(byte[] body) {
    String message = "";
    String hint = "";
    String all = new String(body, StandardCharsets.UTF_8);
    for (String part : all.split("\0", -1)) {
      if (part.startsWith("M")) {
        message = part.substring(1);
      } else if (part.startsWith("H")) {
        hint = ". " + part.substring(1);
      }
    }
    return message + hint;
  }

  /** Sends a message. Thread-safe. */
  void send(char type, byte[] body) throws IOException {
    send(type, body, body.length);
  }

  void send(char type, byte[] body, int length) throws IOException {
    byte[] head = ByteBuffer.allocate(5).put((byte) type).putInt(length + 4).array();
    synchronized (out) {
      if (length < 1 << 14) {
        byte[] whole = new byte[5 + length];
        System.arraycopy(head, 0, whole, 0, 5);
        System.arraycopy(body, 0, whole, 5, length);
        out.write(whole);
      } else {
        out.write(head);
        out.write(body, 0, length);
      }
      out.flush();
    }
  }

  /** Asks for a command. */
  void run(String[] args, Map<String, String> environment) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    body.writeInt(args.length);
    for (String arg : args) {
      text(body, arg);
    }
    body.writeInt(environment.size());
    for (Map.Entry<String, String> entry : environment.entrySet()) {
      text(body, entry.getKey());
      text(body, entry.getValue());
    }
    send(Wire.RUN, bytes.toByteArray());
  }

  static void text(DataOutputStream body, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    body.writeInt(bytes.length);
    body.write(bytes);
  }

  @Override
  public void close() {
    closeQuietly(socket);
    closeQuietly(plain);
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // nothing more is expected from it
    }
  }
}
