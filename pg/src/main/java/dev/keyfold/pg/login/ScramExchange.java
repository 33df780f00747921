package dev.keyfold.pg.login;

import dev.keyfold.port.ScramVerifier;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server's side of one login with SCRAM-SHA-256 (RFC 5802, RFC 7677), without channel binding.
 *
 * <pre>
 *   client  n,,n=,r=NONCE                    server  r=NONCE MORE,s=SALT,i=4096
 *   client  c=biws,r=NONCE MORE,p=PROOF      server  v=SIGNATURE
 * </pre>
 *
 * <p>Who is unknown gets a salt like others, and fails at the end. Not thread-safe.
 */
public final class ScramExchange {
  /** The name of the mechanism. */
  public static final String MECHANISM = "SCRAM-SHA-256";

  private static final int NONCE_BYTES = 18;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] salt;
  private final List<ScramVerifier> verifiers;
  private String header = "";
  private String clientFirst = "";
  private String serverFirst = "";
  private String nonce = "";

  /** A message of the client that is not what the mechanism says. */
  public static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }

  /**
   * @param verifiers of the user's passwords, all with this salt; none: every proof fails
   */
  public ScramExchange(byte[] salt, List<ScramVerifier> verifiers) {
    this.salt = salt;
    this.verifiers = verifiers;
  }

  /** The answer to the client's first message. */
  public String first(String message) throws MalformedException {
    // gs2-cbind-flag "," [authzid] "," username "," nonce
    String[] parts = message.split(",", 3);
    if (parts.length < 3 || !(parts[0].equals("n") || parts[0].equals("y"))) {
      throw new MalformedException("expected n,, or y,, at its begin: no channel binding");
    }
    header = parts[0] + "," + parts[1] + ",";
    clientFirst = parts[2];
    String theirs = attribute(clientFirst, 'r');
    if (theirs == null || theirs.isEmpty() || attribute(clientFirst, 'm') != null) {
      throw new MalformedException("expected a user's name and a nonce");
    }
    byte[] more = new byte[NONCE_BYTES];
    RANDOM.nextBytes(more);
    nonce = theirs + Base64.getEncoder().encodeToString(more);
    serverFirst =
        "r="
            + nonce
            + ",s="
            + Base64.getEncoder().encodeToString(salt)
            + ",i="
            + ScramVerifier.ITERATIONS;
    return serverFirst;
  }

  /** The answer to the client's last message; null if its proof is wrong. */
  public @Nullable String last(String message) throws MalformedException {
    String binding = attribute(message, 'c');
    String proofText = attribute(message, 'p');
    int end = message.lastIndexOf(",p=");
    if (binding == null || proofText == null || end < 0) {
      throw new MalformedException("expected c=, r= and p=");
    }
    byte[] proof;
    try {
      String bound = new String(Base64.getDecoder().decode(binding), StandardCharsets.UTF_8);
      if (!bound.equals(header) || !nonce.equals(attribute(message, 'r'))) {
        throw new MalformedException("expected the nonce and the header of this login");
      }
      proof = Base64.getDecoder().decode(proofText);
    } catch (IllegalArgumentException e) {
      throw new MalformedException("expected Base64");
    }
    byte[] text =
        (clientFirst + "," + serverFirst + "," + message.substring(0, end))
            .getBytes(StandardCharsets.UTF_8);
    for (ScramVerifier verifier : verifiers) {
      if (fits(verifier, text, proof)) {
        byte[] signature = ScramVerifier.hmac(verifier.serverKey(), text);
        return "v=" + Base64.getEncoder().encodeToString(signature);
      }
    }
    return null;
  }

  private static boolean fits(ScramVerifier verifier, byte[] text, byte[] proof) {
    byte[] key = ScramVerifier.hmac(verifier.storedKey(), text);
    if (proof.length != key.length) {
      return false;
    }
    for (int i = 0; i < key.length; i++) {
      key[i] ^= proof[i];
    }
    return MessageDigest.isEqual(ScramVerifier.hash(key), verifier.storedKey());
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
