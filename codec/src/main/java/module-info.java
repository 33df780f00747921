/** Order-preserving composite keys. Depends on nothing but java.base at run time. */
module dev.keyfold.codec {
  requires static org.jspecify; // only annotations: what may be null

  exports dev.keyfold.codec;
  exports dev.keyfold.codec.bytes;
  exports dev.keyfold.codec.delimited;
  exports dev.keyfold.codec.phoenix;
  exports dev.keyfold
      .codec
      .record; // generated classes in other modules extend RecordWriter and RecordReader
  exports dev.keyfold.codec.tuple;
  exports dev.keyfold.codec.compound;
  exports dev.keyfold.codec.guess;
  exports dev.keyfold.codec.rowkey;

  uses dev.keyfold.codec.KeyFormat;

  // The native format first: in this order they are listed.
  provides dev.keyfold.codec.KeyFormat with
      dev.keyfold.codec.native1.NativeFormat,
      dev.keyfold.codec.delimited.DelimitedFormat,
      dev.keyfold.codec.rowkey.RowKeyFormat,
      dev.keyfold.codec.phoenix.PhoenixFormat,
      dev.keyfold.codec.tuple.TupleFormat,
      dev.keyfold.codec.compound.CompoundFormat;
}
