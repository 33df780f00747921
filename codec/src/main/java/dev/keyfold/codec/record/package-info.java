/**
 * Java records as keys: {@link dev.keyfold.codec.record.KeyCodec} for one key, {@link
 * dev.keyfold.codec.record.RecordSplit} for several, and the annotations of their components.
 *
 * <p>{@link dev.keyfold.codec.record.RecordWriter} and {@link
 * dev.keyfold.codec.record.RecordReader} are public only because generated classes extend them,
 * {@link dev.keyfold.codec.record.RecordComponents} because these call their constructors.
 */
package dev.keyfold.codec.record;
