package dev.keyfold.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keyfold.store.Store;
import dev.keyfold.store.testkit.StoreContract;
import dev.keyfold.store.testkit.StoreFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shared suite. */
class ContractTest {
  @TempDir(factory = FastDisk.class)
  Path directory;

  @Test
  void keepsTheContract() {
    // A small memtable, so that what the checks delete is also gone and not scanned over for ever.
    RocksOptions options = RocksOptions.builder().memtableBytes(64 << 10).build();
    RocksStore[] open = {RocksStore.open(directory, options)};
    StoreContract.Result result =
        StoreContract.run(
            new StoreFixture() {
              @Override
              public Store store() {
                return open[0];
              }

              @Override
              public boolean reopen() {
                open[0].close();
                open[0] = RocksStore.open(directory, options);
                return true;
              }
            });
    open[0].close();
    assertThat(result.violations()).isEmpty();
    assertThat(result.checksRun()).isGreaterThan(20);
  }
}
