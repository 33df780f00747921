package dev.keyfold.cli.remote;

import dev.keyfold.pg.command.FileFacts;
import dev.keyfold.pg.command.Wire;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * One command in a server, seen from the client: prints what the server sends, and answers its
 * requests for standard input and for files. Each of these has a thread of its own, because a pipe
 * or a terminal may wait while the command has something to print. For one run.
 */
public final class RemoteRun {
  /** How long an interrupted command may take to reach a consistent end. */
  private static final int STOP_SECONDS = 30;

  private final InputStream in;
  private final OutputStream out;
  private final OutputStream err;
  private final boolean linesNameFiles;
  private final Map<String, ExecutorService> readers = new HashMap<>();

  /**
   * @param linesNameFiles whether standard input is lines of a shell, whose words may name files
   */
  public RemoteRun(InputStream in, OutputStream out, OutputStream err, boolean linesNameFiles) {
    this.linesNameFiles = linesNameFiles;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the command.
   *
   * @return its exit status
   */
  public int run(Connection connection, String[] args, Map<String, String> environment)
      throws IOException {
    try (NamedFiles files = new NamedFiles(args)) {
      CountDownLatch ended = new CountDownLatch(1);
      Thread hook = new Thread(() -> cancel(connection, ended), "keyfold-signal");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        connection.run(args, environment);
        return serve(connection, files);
      } finally {
        ended.countDown();
        readers.values().forEach(ExecutorService::shutdownNow);
        forget(hook);
      }
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The signal arrived just now; the command has ended.
    }
  }

  /** At a signal: the program exits when the command has ended, or after a while. */
  private static void cancel(Connection connection, CountDownLatch ended) {
    try {
      connection.send(Wire.CANCEL, new byte[0]);
      boolean unused = ended.await(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      // The connection is lost, which ends the command as well.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int serve(Connection connection, NamedFiles files) throws IOException {
    while (true) {
      Connection.Message message;
      try {
        message = connection.receive();
      } catch (IOException e) {
        throw new RemoteException(
            "the connection to the server was lost before the command ended; run the command again"
                + " when the server runs");
      }
      ByteBuffer body = message.buffer();
      switch (message.type()) {
        case Wire.OUTPUT -> write(out, message.body());
        case Wire.MESSAGES -> complain(message.body());
        case Wire.READ, Wire.STAT -> {
          int number = body.getInt();
          String name = text(body);
          boolean stat = message.type() == Wire.STAT;
          reader(name)
              .execute(
                  () -> answer(connection, number, () -> answer(stat, number, name, body, files)));
        }
        case Wire.EXIT -> {
          return body.getInt();
        }
        default ->
            throw new RemoteException(
                "the server sent a message of type '" + message.type() + "', expected another");
      }
    }
  }

  private static void write(OutputStream stream, byte[] bytes) {
    try {
      stream.write(bytes);
      stream.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // reported as one of standard output
    }
  }

  private void complain(byte[] bytes) {
    try {
      write(err, bytes);
    } catch (UncheckedIOException e) {
      // Standard error is closed. That is no reason to stop working.
    }
  }

  private ExecutorService reader(String name) {
    return readers.computeIfAbsent(
        name,
        each ->
            Executors.newSingleThreadExecutor(
                task -> {
                  Thread thread = new Thread(task, "keyfold-input");
                  thread.setDaemon(true); // a read of a terminal may wait for ever
                  return thread;
                }));
  }

  private interface Answer {
    Reply get() throws IOException;
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Reply(char type, byte[] body, int length) {}

  private static void answer(Connection connection, int number, Answer answer) {
    Reply reply;
    try {
      try {
        reply = answer.get();
      } catch (IOException e) {
        reply = failed(number, e);
      }
      connection.send(reply.type, reply.body, reply.length);
    } catch (IOException e) {
      connection.close(); // the receiver reports it
    }
  }

  private Reply answer(boolean stat, int number, String name, ByteBuffer body, NamedFiles files)
      throws IOException {
    return stat ? facts(number, files.facts(name)) : data(number, name, body, files);
  }

  private Reply data(int number, String name, ByteBuffer body, NamedFiles files)
      throws IOException {
    long offset = body.getLong();
    int length = Math.max(1, Math.min(body.getInt(), Wire.CHUNK));
    byte[] bytes = new byte[4 + length];
    ByteBuffer.wrap(bytes).putInt(number);
    int count =
        name.isEmpty()
            ? Math.max(0, in.read(bytes, 4, length))
            : files.read(name, offset, bytes, 4, length);
    if (name.isEmpty() && linesNameFiles) {
      files.allowWords(new String(bytes, 4, count, StandardCharsets.UTF_8));
    }
    return new Reply(Wire.DATA, bytes, 4 + count);
  }

  private static Reply facts(int number, FileFacts facts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    body.writeInt(number);
    body.writeByte(facts.kind().number());
    body.writeBoolean(facts.readable());
    body.writeLong(facts.size());
    body.writeLong(facts.modified());
    Connection.text(body, facts.path());
    return new Reply(Wire.FACTS, bytes.toByteArray(), bytes.size());
  }

  private static Reply failed(int number, IOException failure) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    body.writeInt(number);
    body.writeByte(
        failure instanceof NoSuchFileException
            ? Wire.FAILED_MISSING
            : failure instanceof AccessDeniedException
                ? Wire.FAILED_DENIED
                : Wire.FAILED_OTHERWISE);
    Connection.text(body, String.valueOf(failure.getMessage()));
    return new Reply(Wire.FAILED, bytes.toByteArray(), bytes.size());
  }

  private static String text(ByteBuffer body) {
    byte[] bytes = new byte[body.getInt()];
    body.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
