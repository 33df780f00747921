/**
 * Typed values to bytes in the same order, and back.
 *
 * <p>What lives here: {@link dev.keyfold.codec.KeySchema} (the fields of a key), {@link
 * dev.keyfold.codec.KeyWriter} and {@link dev.keyfold.codec.KeyReader} (one per thread), {@link
 * dev.keyfold.codec.KeySelection} and {@link dev.keyfold.codec.KeyRange} (which bytes hold which
 * keys), {@link dev.keyfold.codec.record.KeyCodec} (Java records), and {@link
 * dev.keyfold.codec.KeyExplainer} (any key, byte by byte).
 *
 * <p>Guarantees of the native format, for every schema: comparing two keys as unsigned bytes is
 * comparing their values field by field; different values give different keys; no key is a prefix
 * of another, apart from fields declared {@code added}; bytes either decode to values that encode
 * to the same bytes, or raise {@link dev.keyfold.codec.KeyFormatException}. The bytes of version 1
 * never change.
 *
 * <p>Not here: storing keys, choosing keys for queries, and text in any language's collation order
 * (strings sort by code point).
 */
package dev.keyfold.codec;
