package dev.keyfold.redis.command.hash;

import dev.keyfold.redis.command.Call;
import dev.keyfold.redis.command.ScanArguments;
import dev.keyfold.redis.resp.ReplyWriter;
import dev.keyfold.store.Slice;
import dev.keyfold.structures.Hashes;
import java.util.List;

/** Commands that only read a hash. */
final class HashReads {
  private HashReads() {}

  static void get(Call call) {
    Slice value = new Slice();
    if (value(call, value)) {
      call.reply().bulk(value.array(), value.offset(), value.length());
    } else {
      call.reply().nullBulk();
    }
  }

  static void strLen(Call call) {
    Slice value = new Slice();
    call.reply().integer(value(call, value) ? value.length() : 0);
  }

  static void exists(Call call) {
    call.reply().integer(value(call, new Slice()) ? 1 : 0);
  }

  private static boolean value(Call call, Slice value) {
    size(call);
    return call.space().hashes().get(call.arg(1), call.arg(2), value);
  }

  /** Number of fields; counts the hit or miss. A hash without fields is not there. */
  private static long size(Call call) {
    long size = call.space().hashes().size(call.arg(1));
    call.found(call.arg(1), size > 0);
    return size;
  }

  static void mGet(Call call) {
    size(call);
    List<byte[]> fields = call.argsFrom(2);
    List<byte[]> values = call.space().hashes().getAll(call.arg(1), fields);
    call.reply().array(values.size());
    values.forEach(call.reply()::bulk);
  }

  static void length(Call call) {
    call.reply().integer(size(call));
  }

  static void getAll(Call call) {
    call.reply().map(size(call));
    show(call, true, true);
  }

  static void keys(Call call) {
    call.reply().array(size(call));
    show(call, true, false);
  }

  static void values(Call call) {
    call.reply().array(size(call));
    show(call, false, true);
  }

  private static void show(Call call, boolean fields, boolean values) {
    ReplyWriter reply = call.reply();
    call.space()
        .hashes()
        .forEach(
            call.arg(1),
            null,
            (field, value) -> {
              if (fields) {
                reply.bulk(field.array(), field.offset(), field.length());
              }
              if (values) {
                reply.bulk(value.array(), value.offset(), value.length());
              }
              return true;
            });
  }

  static void scan(Call call) {
    ScanArguments scan = ScanArguments.at(call, 2);
    if (size(call) == 0) {
      scan.nothing();
      return;
    }
    scan.options(3);
    scan.begin();
    Hashes hashes = call.space().hashes();
    hashes.forEach(
        call.arg(1),
        scan.after(),
        (field, value) -> {
          if (scan.shows(field)) {
            scan.element(field);
            scan.element(value);
          }
          return scan.more(field);
        });
    scan.end();
  }
}
