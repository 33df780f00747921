/**
 * Reads the log files of FerricStore, a Bitcask: {@code bitcask:PATH}, read-only.
 *
 * <p>Opening reads every log once and builds an index in memory, sorted by key; values stay in the
 * files and are read when somebody asks for them. Nothing is written, locked or created in the
 * directory, so the program that owns it may be running.
 *
 * <pre>
 *   BitcaskProvider   the URL
 *   LogDirectory      which files are logs, and what else lies there
 *     LogFile         one log, open
 *       LogReader     its records in order; passes over damage (RecordHeader draws a record)
 *   LogIndex          key to Location; the newest record of a key wins
 *   LogValues         reads values at their locations
 *   BitcaskStore      the contract: LogIndex for keys, LogValues for values
 *   Findings          counts what is found; BitcaskReport is the result
 * </pre>
 *
 * <p>Guarantees: every value that is returned has passed its checksum, at opening and when it is
 * read; everything that is not returned is counted in {@link
 * dev.keyfold.store.bitcask.BitcaskReport}. Not here: what the keys mean.
 */
package dev.keyfold.store.bitcask;
