package dev.keyfold.store.rocksdb;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A database made with RocksDB's own Java interface, as another program would make it. */
final class Database implements AutoCloseable {
  static final String DEFAULT = "default";

  private final RocksDB db;
  private final Map<String, ColumnFamilyHandle> families = new LinkedHashMap<>();

  static {
    RocksDB.loadLibrary();
  }

  private Database(Path path, DBOptions options, Map<String, ColumnFamilyOptions> named)
      throws RocksDBException {
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    named.forEach(
        (name, family) -> descriptors.add(new ColumnFamilyDescriptor(bytes(name), family)));
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    options.setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
    db = RocksDB.open(options, path.toString(), descriptors, handles);
    int at = 0;
    for (String name : named.keySet()) {
      families.put(name, handles.get(at));
      at++;
    }
  }

  static Database open(Path path) throws RocksDBException {
    return open(path, new ColumnFamilyOptions());
  }

  static Database open(Path path, ColumnFamilyOptions family) throws RocksDBException {
    return new Database(path, new DBOptions(), Map.of(DEFAULT, family));
  }

  /** With these families besides the default one. */
  static Database open(Path path, DBOptions options, Map<String, ColumnFamilyOptions> others)
      throws RocksDBException {
    Map<String, ColumnFamilyOptions> all = new LinkedHashMap<>();
    all.put(DEFAULT, new ColumnFamilyOptions());
    all.putAll(others);
    return new Database(path, options, all);
  }

  RocksDB db() {
    return db;
  }

  ColumnFamilyHandle family(String name) {
    return families.get(name);
  }

  void put(String key, String value) throws RocksDBException {
    put(DEFAULT, key, value);
  }

  void put(String family, String key, String value) throws RocksDBException {
    db.put(families.get(family), bytes(key), bytes(value));
  }

  void merge(String key, String operand) throws RocksDBException {
    db.merge(families.get(DEFAULT), bytes(key), bytes(operand));
  }

  void flush() throws RocksDBException {
    try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
      db.flush(wait, List.copyOf(families.values()));
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Name, size and time of every file, and of the directory itself. */
  static Map<String, String> files(Path directory) throws Exception {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.toList()) {
        BasicFileAttributes has = Files.readAttributes(file, BasicFileAttributes.class);
        files.put(
            directory.relativize(file).toString(), has.size() + " at " + has.lastModifiedTime());
      }
    }
    return files;
  }

  @Override
  public void close() throws RocksDBException {
    families.values().forEach(ColumnFamilyHandle::close);
    db.closeE();
    db.close();
  }
}
