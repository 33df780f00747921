/**
 * What an import into structures needs to resume after an interruption: {@link
 * dev.keyfold.structures.resume.ImportMemory} keeps its progress in the store that it writes to,
 * {@link dev.keyfold.structures.resume.StateWriter} and {@link
 * dev.keyfold.structures.resume.StateReader} are the bytes of it. Knows no layout of a source.
 */
package dev.keyfold.structures.resume;
