/**
 * Guesses the format and the schema of keys of which nothing is known but their bytes.
 *
 * <p>{@link dev.keyfold.codec.guess.KeyGuess} takes a sample and gives proposals, the best first.
 * The measure is the length of a description: a proposal describes the sample by its fields, each
 * with the cheapest model of its values (repeated values, a narrow range of numbers, few
 * characters), and what needs the fewest bits is the best explanation. Delimiters, type codes,
 * padding and shard numbers cost nothing where a format predicts them; every field costs a little,
 * so that a layout is not split further than the data demands. Keys that no format describes in
 * fewer bits than their plain bytes have no structure that could be found.
 *
 * <pre>
 *   native, phoenix, delimited   FieldSearch: the cheapest sequence of fields by dynamic programming
 *   rowkey, text keys            SplitGuess: separators are found first, then a type for each part
 *   tuple, compound              the bytes say what they are
 * </pre>
 *
 * <p>Every proposal has been read back with the readers of the format: how many keys of the sample
 * it decodes is a fact and not part of the guess.
 */
package dev.keyfold.codec.guess;
