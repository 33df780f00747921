package dev.keyfold.cli.remote;

import dev.keyfold.port.ScramVerifier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The client's side of one login with SCRAM-SHA-256 (RFC 5802, RFC 7677). Not thread-safe. */
final class ScramClient {
  static final String MECHANISM = "SCRAM-SHA-256";

  private static final int MOST_ITERATIONS = 1_000_000;

  private final byte[] password;
  private final String nonce;
  private byte[] signature = new byte[0];

  ScramClient(String password) {
    this.password = password.getBytes(StandardCharsets.UTF_8);
    byte[] random = new byte[18];
    new SecureRandom().nextBytes(random);
    this.nonce = Base64.getEncoder().encodeToString(random);
  }

  String first() {
    return "n,," + bare();
  }

  private String bare() {
    return "n=,r=" + nonce;
  }

  /** The proof, for the answer of the server. */
  String last(String serverFirst) {
    String all = attribute(serverFirst, 'r');
    String salt = attribute(serverFirst, 's');
    String count = attribute(serverFirst, 'i');
    if (all == null || salt == null || count == null || !all.startsWith(nonce)) {
      throw new RemoteException("the server answered the login with a message that is not SCRAM");
    }
    int iterations = Integer.parseInt(count);
    if (iterations < 1 || iterations > MOST_ITERATIONS) {
      throw new RemoteException("the server asks for " + iterations + " rounds of SCRAM");
    }
    String without = "c=biws,r=" + all;
    byte[] text = (bare() + "," + serverFirst + "," + without).getBytes(StandardCharsets.UTF_8);
    byte[] salted = salted(Base64.getDecoder().decode(salt), iterations);
    byte[] clientKey = ScramVerifier.hmac(salted, ascii("Client Key"));
    byte[] proof = ScramVerifier.hmac(ScramVerifier.hash(clientKey), text);
    for (int i = 0; i < proof.length; i++) {
      proof[i] ^= clientKey[i];
    }
    signature = ScramVerifier.hmac(ScramVerifier.hmac(salted, ascii("Server Key")), text);
    return without + ",p=" + Base64.getEncoder().encodeToString(proof);
  }

  /** Whether the server has shown that it knows the password too. */
  boolean isServer(String serverLast) {
    String theirs = attribute(serverLast, 'v');
    return theirs != null && MessageDigest.isEqual(signature, Base64.getDecoder().decode(theirs));
  }

  private byte[] salted(byte[] salt, int iterations) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(password.length == 0 ? new byte[1] : password, "HmacSHA256"));
      byte[] block = mac.doFinal(ByteBuffer.allocate(salt.length + 4).put(salt).putInt(1).array());
      byte[] sum = block.clone();
      for (int i = 1; i < iterations; i++) {
        block = mac.doFinal(block);
        for (int j = 0; j < sum.length; j++) {
          sum[j] ^= block[j];
        }
      }
      return sum;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static @Nullable String attribute(String message, char name) {
    for (String part : message.split(",", -1)) {
      if (part.length() > 1 && part.charAt(0) == name && part.charAt(1) == '=') {
        return part.substring(2);
      }
    }
    return null;
  }
}
