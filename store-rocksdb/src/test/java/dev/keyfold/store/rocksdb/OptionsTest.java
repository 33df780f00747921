package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keyfold.store.Capability;
import dev.keyfold.store.Durability;
import dev.keyfold.store.Store;
import dev.keyfold.store.StoreUrl;
import dev.keyfold.store.Stores;
import dev.keyfold.store.errors.StoreMissingException;
import dev.keyfold.store.errors.StoreUrlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.TableProperties;

/** Options of the URL, the profiles, and what the engine makes of them. */
class OptionsTest {
  @TempDir(factory = FastDisk.class)
  Path directory;

  @Test
  void profilesAreThoseOfTheSpecification() {
    RocksOptions write = of("profile=write-heavy");
    assertThat(write.bufferEntries()).isEqualTo(10_000);
    assertThat(write.bloomBits()).isZero();
    assertThat(write.cacheBytes()).isZero();
    RocksOptions read = of("profile=read-heavy");
    assertThat(read.bufferEntries()).isEqualTo(1_000);
    assertThat(read.bloomBits()).isEqualTo(10);
    RocksOptions balanced = of("profile=balanced");
    assertThat(balanced.bufferEntries()).isEqualTo(5_000);
    assertThat(balanced.bloomBits()).isEqualTo(10);
    assertThat(balanced.cacheBytes()).isEqualTo(read.cacheBytes()).isGreaterThan(1 << 20);
    RocksOptions none = of("");
    assertThat(none.bufferEntries()).isZero();
    assertThat(none.cacheBytes()).isEqualTo(balanced.cacheBytes());
    assertThat(none.durability()).isEqualTo(Durability.ASYNC);
    assertThat(none.recovery()).isEqualTo(RocksRecovery.STRICT);
  }

  @Test
  void aProfileIsATable() {
    for (RocksProfile profile : RocksProfile.values()) {
      List<RocksProfile.Setting> table = profile.settings();
      assertThat(table.stream().map(RocksProfile.Setting::name))
          .containsExactly("buffer", "bloom", "cache", "prefix", "memtable");
      assertThat(table).allMatch(line -> !line.value().isBlank() && line.why().length() > 20);
      assertThat(RocksProfile.named(profile.toString())).isEqualTo(profile);
    }
    assertThat(
            RocksProfile.WRITE_HEAVY.settings().stream()
                .map(RocksProfile.Setting::value)
                .collect(Collectors.joining(", ")))
        .isEqualTo("10000 entries, none, none, none, 128m");
  }

  @Test
  void everyOptionCanBeOverridden() {
    RocksOptions all =
        of(
            "profile=read-heavy&durability=sync&records=5000&cache=3m&bloom=7&prefix=5&blob=1k"
                + "&compression=off&memtable=1m&block=8k&buffer=77&recovery=salvage");
    assertThat(all.durability()).isEqualTo(Durability.SYNC);
    assertThat(all.records()).isEqualTo(5000);
    assertThat(all.cacheBytes()).isEqualTo(3 << 20);
    assertThat(all.bloomBits()).isEqualTo(7);
    assertThat(all.prefixBytes()).isEqualTo(5);
    assertThat(all.blobBytes()).isEqualTo(1024);
    assertThat(all.compression()).isFalse();
    assertThat(all.memtableBytes()).isEqualTo(1 << 20);
    assertThat(all.blockBytes()).isEqualTo(8192);
    assertThat(all.bufferEntries()).isEqualTo(77);
    assertThat(all.recovery()).isEqualTo(RocksRecovery.SALVAGE);
  }

  @Test
  void whatIsNoOptionIsRefused() {
    for (String wrong :
        List.of(
            "profile=fast",
            "recovery=maybe",
            "compression=true",
            "bloom=99",
            "prefix=-1",
            "memtable=1k",
            "cash=1m")) {
      assertThatThrownBy(() -> Stores.open("rocksdb:" + directory.resolve("x") + "?" + wrong))
          .isInstanceOf(StoreUrlException.class)
          .hasMessageContaining(wrong.substring(0, wrong.indexOf('=')));
    }
    assertThatThrownBy(() -> Stores.open("rocksdb:"))
        .isInstanceOf(StoreUrlException.class)
        .hasMessageContaining("expected a directory");
    assertThat(directory.resolve("x")).doesNotExist();
  }

  @Test
  void theFilterFitsTheCacheAndIsPartitionedWhereItCouldFillIt() {
    RocksOptions few = RocksOptions.builder().cacheBytes(100 << 20).records(1_000_000).build();
    assertThat(Engine.filterBits(few)).isEqualTo(10);
    assertThat(Engine.isPartitioned(few, 0)).isFalse();
    RocksOptions more = RocksOptions.builder().cacheBytes(10 << 20).records(2_000_000).build();
    assertThat(Engine.filterBits(more)).isEqualTo(10);
    assertThat(Engine.isPartitioned(more, 0)).isFalse();
    RocksOptions many = RocksOptions.builder().cacheBytes(10 << 20).records(6_000_000).build();
    assertThat(Engine.filterBits(many)).isBetween(6.9, 7.0);
    assertThat(Engine.isPartitioned(many, 0)).isTrue();
    RocksOptions unknown = RocksOptions.builder().cacheBytes(1 << 20).build();
    assertThat(Engine.filterBits(unknown)).isEqualTo(10);
    assertThat(Engine.isPartitioned(unknown, 10 << 20)).isFalse();
    assertThat(Engine.isPartitioned(unknown, 12 << 20)).isTrue();
  }

  @Test
  void filesAreWrittenInTheFormThatFitsTheCache() throws Exception {
    RocksOptions small = RocksOptions.builder().cacheBytes(1 << 20).build();
    RocksOptions large = RocksOptions.builder().cacheBytes(1 << 20).records(10_000_000).build();
    List<Long> partitioned = new ArrayList<>();
    for (RocksOptions options : List.of(small, large, small)) {
      try (RocksStore store = RocksStore.open(directory, options)) {
        fill(store, 100);
        store.flush();
        partitioned.add(
            store.engine().getPropertiesOfAllTables().values().stream()
                .filter(file -> file.getIndexPartitions() > 0)
                .count());
      }
    }
    assertThat(partitioned).containsExactly(0L, 1L, 1L); // each opening adds one file
  }

  @Test
  void upperLevelsAreLz4AndTheLastIsZstd() throws Exception {
    try (RocksStore store = RocksStore.open(directory, RocksOptions.defaults())) {
      fill(store, 100);
      store.flush();
      fill(store, 100);
      store.flush();
      assertThat(compression(store)).containsOnly("LZ4");
      store.compact();
      assertThat(compression(store)).containsExactly("ZSTD");
      assertThat(store.has(Capability.COMPRESSION)).isTrue();
    }
    try (RocksStore store =
        RocksStore.open(
            directory.resolve("off"),
            RocksOptions.builder().compression(false).bloomBits(0).cacheBytes(0).build())) {
      fill(store, 100);
      store.compact();
      assertThat(compression(store)).containsExactly("none");
      assertThat(store.capabilities())
          .doesNotContain(Capability.COMPRESSION, Capability.BLOOM, Capability.CACHE)
          .contains(Capability.TRANSACTION, Capability.CHECKPOINT);
    }
  }

  @Test
  void aUrlSaysWhatAStoreHasAndWhereItIs() {
    Path path = directory.resolve("known");
    for (String options : List.of("", "?bloom=0&compression=off")) {
      String url = "rocksdb:" + path + options;
      Set<Capability> known = Stores.capabilities(url);
      assertThat(Stores.directory(url)).contains(path);
      try (Store store = Stores.open(url)) {
        assertThat(known).isEqualTo(store.capabilities());
      }
    }
    assertThat(Stores.formsWith(Capability.CHECKPOINT)).isEqualTo("rocksdb:PATH");
    assertThat(Stores.formsWith(Capability.SNAPSHOT))
        .isEqualTo("bitcask:PATH, memory:, rocksdb:PATH or rocksdb:PATH?foreign=true");
  }

  @Test
  void onlyAStoreThatExistsIsOpenedAsExisting() throws IOException {
    Path path = directory.resolve("nowhere");
    String url = "rocksdb:" + path;
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> Stores.openExisting(url, notice -> {}))
          .isInstanceOf(StoreMissingException.class)
          .hasMessage("there is no store at " + path);
      if (i == 0) {
        assertThat(path).doesNotExist();
        Files.createDirectory(path);
      }
    }
    assertThat(path).isEmptyDirectory();
    Stores.open(url).close();
    Stores.openExisting(url, notice -> {}).close();
  }

  @Test
  void largeValuesAreKeptApart() {
    try (RocksStore store =
        RocksStore.open(directory, RocksOptions.builder().blobBytes(1000).build())) {
      fill(store, 999);
      store.flush();
      assertThat(store.metrics()).containsEntry("files.blobs", 0L);
      fill(store, 1000);
      store.flush();
      assertThat(store.metrics().get("files.blobs")).isPositive();
      assertThat(store.get(new byte[] {5, 1})).hasSize(1000);
    }
  }

  private static List<String> compression(RocksStore store) throws Exception {
    return store.engine().getPropertiesOfAllTables().values().stream()
        .map(TableProperties::getCompressionName)
        .map(
            name -> {
              // "BuiltinV2;04;;": the kinds of compression in the file, as numbers.
              String kinds = name.replaceAll("^[^;]*;([^;]*);.*", "$1");
              return switch (kinds) {
                case "04" -> "LZ4";
                case "07" -> "ZSTD";
                case "" -> "none";
                default -> name;
              };
            })
        .toList();
  }

  private static void fill(RocksStore store, int valueBytes) {
    for (int i = 0; i < 100; i++) {
      store.put(new byte[] {(byte) i, 1}, new byte[valueBytes]);
    }
  }

  private static RocksOptions of(String options) {
    StoreUrl url = StoreUrl.parse("rocksdb:/nowhere" + (options.isEmpty() ? "" : "?" + options));
    RocksOptions parsed = RocksOptions.of(url);
    url.done();
    return parsed;
  }
}
