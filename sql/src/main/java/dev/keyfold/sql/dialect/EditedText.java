package dev.keyfold.sql.dialect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A text with replacements, and where each of its characters stands in the original. */
public final class EditedText {
  /** A replacement of the characters from one offset to another. */
  private record Change(int from, int to, String with) {}

  /** {@code length} characters from {@code at} on replace {@code taken} ones at {@code source}. */
  private record Edit(int at, int length, int source, int taken) {}

  private final String original;
  private final List<Change> changes = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final List<Edit> edits = new ArrayList<>();

  EditedText(String original) {
    this.original = original;
  }

  /** Replaces the characters between two offsets. Replacements do not overlap. */
  void replace(int from, int to, String with) {
    changes.add(new Change(from, to, with));
  }

  /** Makes all the replacements; those at one offset in the order in which they were asked for. */
  EditedText finish() {
    changes.sort(Comparator.comparingInt(Change::from));
    int done = 0;
    for (Change change : changes) {
      text.append(original, done, change.from);
      edits.add(
          new Edit(text.length(), change.with.length(), change.from, change.to - change.from));
      text.append(change.with);
      done = change.to;
    }
    text.append(original, done, original.length());
    return this;
  }

  public String text() {
    return text.toString();
  }

  /** The offset in the original of an offset in the text. */
  public int original(int offset) {
    int moved = 0;
    for (Edit edit : edits) {
      if (offset < edit.at) {
        break;
      }
      if (offset < edit.at + edit.length) {
        return edit.source;
      }
      moved += edit.taken - edit.length;
    }
    return offset + moved;
  }
}
