/** Order-preserving composite keys. Depends on nothing but java.base. */
module dev.keyfold.codec {
  exports dev.keyfold.codec;
  exports dev.keyfold.codec.bytes;
  exports dev.keyfold.codec.delimited;
  exports dev.keyfold.codec.phoenix;
  exports dev.keyfold
      .codec
      .record; // generated classes in other modules extend RecordWriter and RecordReader
  exports dev.keyfold.codec.tuple;
  exports dev.keyfold.codec.compound;
  exports dev.keyfold.codec.rowkey;
}
