package dev.keyfold.redis.auth;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;

/** The ACL log: denials, newest first; a repeated denial within a minute increases a counter. */
public final class AclLog {
  private static final long SAME_MILLIS = 60_000;

  AclLog() {}

  /** One refusal, repeated or not. */
  public static final class Entry {
    private final Denial denial;
    private final String context;
    private final String user;
    private final long createdMillis;
    private long updatedMillis;
    private String client;
    private int count = 1;

    Entry(Denial denial, String context, String user, String client, long millis) {
      this.denial = denial;
      this.context = context;
      this.user = user;
      this.client = client;
      this.createdMillis = millis;
      this.updatedMillis = millis;
    }

    /** What was refused. */
    public Denial denial() {
      return denial;
    }

    /** {@code toplevel}, {@code multi}. */
    public String context() {
      return context;
    }

    /** To whom. */
    public String user() {
      return user;
    }

    /** To which client, as CLIENT LIST describes it. */
    public String client() {
      return client;
    }

    /** How often. */
    public int count() {
      return count;
    }

    /** When first. */
    public long createdMillis() {
      return createdMillis;
    }

    /** When last. */
    public long updatedMillis() {
      return updatedMillis;
    }
  }

  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private int limit = 128;

  /** Records a denial. */
  public void add(Denial denial, String context, String user, Object client, long millis) {
    for (Entry entry : entries) {
      boolean same =
          entry.denial.equals(denial) && entry.context.equals(context) && entry.user.equals(user);
      if (same && millis - entry.updatedMillis <= SAME_MILLIS) {
        entry.count++;
        entry.updatedMillis = millis;
        entry.client = client.toString();
        entries.remove(entry);
        entries.addFirst(entry);
        return;
      }
    }
    entries.addFirst(new Entry(denial, context, user, client.toString(), millis));
    limit(limit);
  }

  /** Limits the number of entries. */
  public void limit(int most) {
    limit = most;
    while (entries.size() > most) {
      entries.removeLast();
    }
  }

  /** Newest first. */
  public Collection<Entry> entries() {
    return Collections.unmodifiableCollection(entries);
  }

  /** Deletes all entries. */
  public void clear() {
    entries.clear();
  }
}
