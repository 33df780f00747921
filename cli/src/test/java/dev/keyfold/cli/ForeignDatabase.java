package dev.keyfold.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A RocksDB database that Keyfold has not made. */
final class ForeignDatabase implements AutoCloseable {
  private final List<String> names = new ArrayList<>(List.of("default"));
  private final List<ColumnFamilyHandle> handles = new ArrayList<>();
  private final RocksDB db;

  static {
    RocksDB.loadLibrary();
  }

  ForeignDatabase(Path path, String... families) throws RocksDBException {
    names.addAll(List.of(families));
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    for (String name : names) {
      descriptors.add(new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8)));
    }
    DBOptions options =
        new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
    db = RocksDB.open(options, path.toString(), descriptors, handles);
  }

  void put(byte[] key, byte[] value) throws RocksDBException {
    db.put(key, value);
  }

  void put(String family, byte[] key, byte[] value) throws RocksDBException {
    db.put(handles.get(names.indexOf(family)), key, value);
  }

  /** Name, size and time of every file. */
  static List<String> files(Path directory) throws IOException {
    List<String> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(directory)) {
      for (Path file : all.sorted().toList()) {
        files.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    }
    return files;
  }

  @Override
  public void close() {
    handles.forEach(ColumnFamilyHandle::close);
    db.close();
  }
}
