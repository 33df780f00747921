package dev.keyfold.redis.state;

import java.util.Map;
import java.util.TreeMap;

/** Counters of the whole server, for INFO. Plain fields, as only the loop thread touches them. */
public final class Stats {
  private static final int MOST_ERROR_CODES = 128;

  /** Connections accepted since the start. */
  public long connections;

  /** Connections refused for being one too many. */
  public long rejectedConnections;

  /** Commands run. */
  public long commands;

  /** Bytes received and sent. */
  public long inputBytes;

  /** Bytes sent. */
  public long outputBytes;

  /** Keys removed because they expired. */
  public long expired;

  /** Reads that found their key. */
  public long hits;

  /** Reads that did not. */
  public long misses;

  /** Errors replied. */
  public long errors;

  /** Changes since the last SAVE. */
  public long changes;

  /** Replies thrown away with a connection that did not take them. */
  public long outputLimitDisconnections;

  /** Clients closed because all of them together held too much. */
  public long evictedClients;

  private final Map<String, Long> denied = new TreeMap<>();
  private final Map<String, Long> errorsByCode = new TreeMap<>();

  /** All counters at zero. */
  public Stats() {}

  /** Counts an error reply by its code, the first word. */
  public void error(String text) {
    errors++;
    int blank = text.indexOf(' ');
    String code = blank < 0 ? text : text.substring(0, blank);
    if (errorsByCode.size() < MOST_ERROR_CODES || errorsByCode.containsKey(code)) {
      errorsByCode.merge(code, 1L, Long::sum);
    }
  }

  /** Counts a command refused for want of a right. */
  public void denied(String reason) {
    denied.merge(reason, 1L, Long::sum);
  }

  /** How many were refused for that reason. */
  public long deniedFor(String reason) {
    return denied.getOrDefault(reason, 0L);
  }

  /** Errors replied, by code. */
  public Map<String, Long> errorsByCode() {
    return errorsByCode;
  }

  /** Resets the counters; CONFIG RESETSTAT. */
  public void reset() {
    connections = 0;
    rejectedConnections = 0;
    evictedClients = 0;
    commands = 0;
    inputBytes = 0;
    outputBytes = 0;
    expired = 0;
    hits = 0;
    misses = 0;
    errors = 0;
    outputLimitDisconnections = 0;
    errorsByCode.clear();
    denied.clear();
  }
}
