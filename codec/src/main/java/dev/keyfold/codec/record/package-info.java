/**
 * Java records to schemas, and record objects to and from writers and readers. {@link
 * dev.keyfold.codec.KeyCodec} and {@link dev.keyfold.codec.RecordSplit} are the ways in; nothing
 * here is for other callers, though generated classes need parts of it public.
 */
package dev.keyfold.codec.record;
