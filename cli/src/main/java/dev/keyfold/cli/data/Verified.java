package dev.keyfold.cli.data;

import dev.keyfold.cli.command.Console;
import dev.keyfold.codec.bytes.Counted;
import dev.keyfold.structures.compound.CompoundCheck;

/** Reports whether structures and compound keys have the same elements. */
final class Verified {
  private Verified() {}

  /**
   * Says it on standard error.
   *
   * @param copied how many elements and strings were copied
   */
  static boolean report(Console console, CompoundCheck.Result check, long copied) {
    boolean same = check.isSame(copied);
    console.complain(
        same
            ? "verified: " + Counted.of(copied, "entry") + ", digest " + check.compoundDigest()
            : "not verified: of "
                + Counted.of(copied, "entry")
                + " copied, "
                + check.elements()
                + " were found again, "
                + check.different()
                + " of them with other values; digest "
                + check.compoundDigest()
                + " of the compound keys, "
                + check.structuresDigest()
                + " of the structures");
    return same;
  }
}
