/**
 * Imports into structures that resume after an interruption: {@link
 * dev.keyfold.structures.resume.ResumableRun} has the options and the state that they share, {@link
 * dev.keyfold.structures.resume.ImportCheckpoint} stores their progress in the target store, {@link
 * dev.keyfold.structures.resume.StateWriter} and {@link dev.keyfold.structures.resume.StateReader}
 * encode and decode it. Knows no layout of a source.
 */
package dev.keyfold.structures.resume;
