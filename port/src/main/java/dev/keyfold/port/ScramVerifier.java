package dev.keyfold.port;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The stored form of a password for SCRAM-SHA-256 (RFC 7677): enough to check a proof that its
 * owner knows it, not enough to log in elsewhere. Immutable.
 *
 * @param storedKey the hash of the client's key
 * @param serverKey proves to the client that the server knows the verifier
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ScramVerifier(byte[] storedKey, byte[] serverKey) {
  /** The default of PostgreSQL, and the minimum of RFC 7677. */
  public static final int ITERATIONS = 4096;

  /** Bytes of a salt. */
  public static final int SALT_BYTES = 16;

  private static final String HMAC = "HmacSHA256";

  /**
   * Of a password.
   *
   * @param password its bytes, in UTF-8 if it is a text
   */
  public static ScramVerifier of(byte[] password, byte[] salt) {
    byte[] salted = salted(password, salt);
    return new ScramVerifier(
        hash(hmac(salted, ascii("Client Key"))), hmac(salted, ascii("Server Key")));
  }

  /** PBKDF2 with HMAC-SHA-256 and one block. */
  private static byte[] salted(byte[] password, byte[] salt) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      // An empty key is none to Java; HMAC pads keys with zeros.
      mac.init(new SecretKeySpec(password.length == 0 ? new byte[1] : password, HMAC));
      byte[] block = mac.doFinal(ByteBuffer.allocate(salt.length + 4).put(salt).putInt(1).array());
      byte[] sum = block.clone();
      for (int i = 1; i < ITERATIONS; i++) {
        block = mac.doFinal(block);
        for (int j = 0; j < sum.length; j++) {
          sum[j] ^= block[j];
        }
      }
      return sum;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + HMAC, e);
    }
  }

  /** HMAC-SHA-256. */
  public static byte[] hmac(byte[] key, byte[] text) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + HMAC, e);
    }
  }

  /** SHA-256. */
  public static byte[] hash(byte[] text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  /** Without the keys: records print their components. */
  @Override
  public String toString() {
    return "ScramVerifier";
  }
}
