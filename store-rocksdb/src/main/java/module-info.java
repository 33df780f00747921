/** The store contract on RocksDB, embedded. */
@SuppressWarnings("requires-automatic") // rocksdbjni and lz4-java have no descriptor of their own
module dev.keyfold.store.rocksdb {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.store;
  requires com.github.luben.zstd_jni;
  requires jdk.management;
  requires org.lz4.java;
  requires rocksdbjni;

  exports dev.keyfold.store.rocksdb;

  provides dev.keyfold.store.StoreProvider with
      dev.keyfold.store.rocksdb.RocksProvider;
}
