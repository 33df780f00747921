/**
 * How keys, values and elements of Java views become bytes. A {@link
 * dev.keyfold.structures.codec.Codec} is a pair of functions, so that any program can bring its
 * own; {@link dev.keyfold.structures.codec.Codecs} has those for strings, bytes and numbers, in the
 * form in which Redis clients read and write them; {@link
 * dev.keyfold.structures.codec.JacksonCodec} has JSON and CBOR.
 */
package dev.keyfold.structures.codec;
