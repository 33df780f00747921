package dev.keyfold.bench.keys;

/** One way to read the third field of a key without the two before it. */
interface ThirdFieldSubject extends OrderSubject {
  /**
   * The exclusive-or of the two halves of an order key's id: both are read, no object is asked for.
   */
  long thirdId(byte[] key);

  /** A key whose third field is a long. */
  byte[] encodeNumbered(String user, long millis, long number);

  /** The third field of a key from {@link #encodeNumbered}. */
  long thirdNumber(byte[] key);
}
