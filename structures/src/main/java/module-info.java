/** Strings, hashes, lists, sets and sorted sets over any store, and Java collections on them. */
@SuppressWarnings("requires-automatic") // Protocol Buffers has no descriptor of its own
module dev.keyfold.structures {
  requires static org.jspecify; // only annotations: what may be null
  requires transitive dev.keyfold.codec;
  requires transitive dev.keyfold.store;
  // For JacksonCodec only. Not transitive: then every module that requires this one needs Jackson.
  requires static com.fasterxml.jackson.databind;
  // For ProtobufCodec only, in the same way.
  requires static com.google.protobuf;

  exports dev.keyfold.structures;
  exports dev.keyfold.structures.check;
  exports dev.keyfold.structures.codec;
  exports dev.keyfold.structures.compound;
  exports dev.keyfold.structures.errors;
  exports dev.keyfold.structures.modeling;
  exports dev.keyfold.structures.resume;
  exports dev.keyfold.structures.type;
  exports dev.keyfold.structures.view;
}
