/**
 * The {@code delimited} format: keys of the composite key index specification, fields joined by a
 * delimiter D, which is {@code 1F} ({@code delimited}, {@code delimited:1f}), {@code 00} ({@code
 * delimited:00}), {@code FF} ({@code delimited:ff}) or {@code 00 01} ({@code delimited:0001}).
 *
 * <pre>
 *   [shard u16 D] field D field D ... field
 *
 *   0010 1f 5553525f3132333435 00..00 1f 000001947346b000 1f 550e8400e29b41d4a716446655440001
 *   shard D user_id string(32), padded D  order_date       D  order_id uuid            61 bytes
 * </pre>
 *
 * <table>
 * <caption>Fields, and what the hash of the shard prefix is taken of</caption>
 * <tr><th>type</th><th>bytes</th><th>printed form of a first field</th></tr>
 * <tr><td>string(n)</td><td>UTF-8, D doubled, zero-padded to n</td><td>UTF-8</td></tr>
 * <tr><td>string</td><td>UTF-8</td><td>UTF-8</td></tr>
 * <tr><td>bytes</td><td>as they are</td><td>the bytes</td></tr>
 * <tr><td>int64</td><td>8, big-endian, sign flipped</td><td>decimal digits: -5</td></tr>
 * <tr><td>timestamp</td><td>8, big-endian millis, never negative</td><td>digits of the millis</td></tr>
 * <tr><td>uuid</td><td>16</td><td>36 lower-case characters</td></tr>
 * <tr><td>decimal(p,s)</td><td>the value times 10^s as int64, p up to 18</td><td>the shortest digits
 * of the value: 2.5, or 1e+06 and 1e-05 from 10^6 on and below 0.0001</td></tr>
 * </table>
 *
 * <p>The printed forms are those of the specification's public implementation, where a value has
 * one; each value has exactly one here, so it has one shard. The hash is MD5 unless the name of the
 * format says otherwise: {@code delimited:1f,hash=xxhash64} or {@code ,hash=murmur3}.
 *
 * <h2>Variable-length fields</h2>
 *
 * The specification doubles a D inside a {@code string} or {@code bytes}. Next to a delimiter that
 * says nothing: ("a\x1f","b") and ("a","\x1fb") are the same bytes, and a scan for "a" finds
 * "a\x1fb" too. So a D is doubled only where it harms nobody, in a variable-length last field that
 * is the only one of the key; in any other variable-length value it is refused. Then
 *
 * <ul>
 *   <li>the first D after the start of a variable-length field is its end, so every key written is
 *       read back, and the keys with a given value are exactly those that begin with it and D;
 *   <li>a key written here is the key of no other values, not even in the specification's encoding
 *       that doubles everywhere. Suppose another reading, and take the first variable-length field
 *       where it ends later than ours (it cannot end earlier: there is no D). Fixed fields keep the
 *       distance. The next variable-length field then starts after ours, and the byte before it
 *       must end a D; our value holds none, so it starts after the end of ours and ends later
 *       still. The last variable-length field would start after a D that does not exist, or end too
 *       near the end of the key for the fixed fields that follow. {@code 00 01} has no border, so
 *       no occurrence overlaps the end of a value.
 * </ul>
 *
 * <h2>Order</h2>
 *
 * Fields of fixed width and the last field sort as their values. A variable-length field that
 * another follows does so only with the delimiter {@code 00}, which no byte of a value is below;
 * with the others "a" sorts after "a\x01", and a range condition on such a field is refused.
 * Equality and prefix conditions are exact everywhere, but for a prefix ending in 00 with the
 * delimiter 0001.
 *
 * <p>Not here: null, DESC, added fields, nested types, bytes(n). Trailing zero bytes of a
 * string(n), which padding would swallow, too long a value and a negative timestamp are refused.
 *
 * <h2>Text keys</h2>
 *
 * With 1 to 8 bytes of punctuation as its delimiter ({@code delimited:#}, {@code delimited:::}) the
 * format joins printed fields: {@code Building#12#2024-01-17T08:00:00Z}. Nothing is padded, doubled
 * or escaped; a key is split from the left, at the first delimiter after the start of each field,
 * and the last field takes the rest, delimiters included. {@code decimal(p,0)} prints p digits with
 * leading zeros, {@code USER#00000123}, and is the number that sorts.
 *
 * <p>What text keys lose against the binary layout and the native format:
 *
 * <ul>
 *   <li>A delimiter in a field before the last is refused, and so is a value whose end would make
 *       one with the delimiter after it ("a:" before "::").
 *   <li>Each value has one text. Reading refuses others (007 for an int64, 2.50 for a decimal,
 *       08:00:00.000Z), because the value would be written back as another key.
 *   <li>Ranges only on fields whose text sorts like the value: bool, uuid, date, decimal(p,s),
 *       bytes(n), a last string or bytes, and bytes before a delimiter below the digit 0. Integers,
 *       decimal, timestamps and enums do not sort; ranges on them are refused.
 *   <li>No shards, no null, no DESC, no negative decimal(p,s), years from 0000 to 9999 only.
 *   <li>Keys are longer: a uuid has 36 bytes instead of 16, bytes are hexadecimal.
 * </ul>
 */
package dev.keyfold.codec.delimited;
