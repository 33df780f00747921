/** The contract of a sorted key-value store, the in-memory store, and layers over any store. */
@SuppressWarnings("requires-automatic") // lz4-java has no descriptor of its own
module dev.keyfold.store {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.codec;
  requires com.github.benmanes.caffeine;
  requires com.github.luben.zstd_jni;
  requires org.lz4.java;

  exports dev.keyfold.store;
  exports dev.keyfold.store.backup;
  exports dev.keyfold.store.bitcask;
  exports dev.keyfold.store.errors;
  exports dev.keyfold.store.layer;
  exports dev.keyfold.store.layer.bloom;
  exports dev.keyfold.store.layer.buffer;
  exports dev.keyfold.store.layer.cache;
  exports dev.keyfold.store.layer.compress;
  exports dev.keyfold.store.layer.forward; // for authors of layers
  exports dev.keyfold.store.transaction; // for authors of engines

  uses dev.keyfold.store.StoreProvider;

  provides dev.keyfold.store.StoreProvider with
      dev.keyfold.store.bitcask.BitcaskProvider,
      dev.keyfold.store.memory.MemoryProvider;
}
