package dev.keyfold.redis.state;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The server's configuration as seen by CONFIG GET and SET: every parameter that Redis clients and
 * tools set is accepted, validated and stored; those with an effect here have listeners.
 */
public final class Config {
  private static final List<Parameter> PARAMETERS = load();

  private final Map<String, Parameter> byName = new TreeMap<>();
  private final Map<String, String> values = new HashMap<>();
  private final Map<String, Consumer<String>> listeners = new HashMap<>();
  private long slowlogMicros;
  private long latencyMillis;
  private long pubsubOutput;
  private long normalOutput;
  private long bulkBytes;
  private long queryBytes;
  private int arguments;

  /** CONFIG SET was refused; nothing has changed. */
  public static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message, null, false, false);
    }

    /** Never null. */
    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  /** The default configuration. */
  public Config() {
    for (Parameter parameter : PARAMETERS) {
      byName.put(parameter.name(), parameter);
      if (!parameter.alias().isEmpty()) {
        byName.put(parameter.alias(), parameter);
      }
      values.put(parameter.name(), parameter.initial());
    }
    cache();
  }

  private static List<Parameter> load() {
    List<Parameter> parameters = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Config.class.getResourceAsStream("parameters.txt"), StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          parameters.add(Parameter.parse(line));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return parameters;
  }

  /** Calls back now and whenever the value has changed. */
  public void whenChanged(String name, Consumer<String> listener) {
    listeners.put(name, listener);
    listener.accept(get(name));
  }

  /** A value; the parameter must exist. */
  public String get(String name) {
    Parameter parameter = byName.get(name);
    String value = parameter == null ? null : values.get(parameter.name());
    if (value == null) {
      throw new IllegalArgumentException("no configuration parameter is called '" + name + "'");
    }
    return value;
  }

  /** A number's value. */
  public long integer(String name) {
    return Long.parseLong(get(name));
  }

  /** Values of all parameters that fit one of the patterns, by name. */
  public Map<String, String> matching(List<byte[]> patterns) {
    Map<String, String> found = new LinkedHashMap<>();
    for (Map.Entry<String, Parameter> entry : byName.entrySet()) {
      byte[] name = ByteKey.of(entry.getKey());
      boolean hidden = entry.getValue().hidden();
      if (patterns.stream().anyMatch(pattern -> asks(pattern, name, hidden))) {
        found.put(entry.getKey(), values.get(entry.getValue().name()));
      }
    }
    return found;
  }

  private static boolean asks(byte[] pattern, byte[] name, boolean hidden) {
    // A hidden parameter is only shown by its exact name.
    return hidden ? Arrays.equals(pattern, name) : Glob.matches(pattern, name, true);
  }

  /** Sets parameters, constants too; at the start of the server. */
  public void initialize(String name, String value) {
    set(List.of(name), List.of(value), true);
  }

  /** Sets all parameters or none. */
  public void set(List<String> names, List<String> newValues) {
    set(names, newValues, false);
  }

  private void set(List<String> names, List<String> newValues, boolean starting) {
    Map<String, String> accepted = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    List<Parameter> parameters = new ArrayList<>(names.size());
    for (String name : names) {
      Parameter parameter = byName.get(name.toLowerCase(Locale.ROOT));
      if (parameter == null) {
        throw new RefusedException(
            "Unknown option or number of arguments for CONFIG SET - '" + name + "'");
      }
      if (parameter.constant() && !starting) {
        throw failed(name, "can't set immutable config");
      }
      if (!seen.add(parameter.name())) {
        throw failed(name, "duplicate parameter");
      }
      parameters.add(parameter);
    }
    RefusedException later = null;
    for (int i = 0; i < names.size(); i++) {
      Parameter parameter = parameters.get(i);
      try {
        String value = parameter.accept(newValues.get(i));
        if (!starting && !value.equals(get(parameter.name()))) {
          // As in Redis, this fails when it is applied: after every value has been checked.
          switch (parameter.kind()) {
            case "port" ->
                later =
                    failed(
                        names.get(i), "Unable to listen on this port: it is chosen at the start");
            case "bind" ->
                later =
                    failed(
                        names.get(i),
                        "Failed to bind to specified addresses: they are chosen at the start");
            default -> {}
          }
        }
        if (parameter.kind().equals("output")) {
          value = OutputLimits.merge(get(parameter.name()), value);
        }
        accepted.put(parameter.name(), value);
      } catch (Parameter.Refused e) {
        throw failed(names.get(i), e.getMessage());
      }
    }
    if (later != null) {
      throw later;
    }
    values.putAll(accepted);
    cache();
    accepted.forEach((name, value) -> listeners.getOrDefault(name, ignored -> {}).accept(value));
  }

  private static RefusedException failed(String name, String reason) {
    return new RefusedException(
        "CONFIG SET failed (possibly related to argument '" + name + "') - " + reason);
  }

  /** Parameters that every command reads are kept as numbers. */
  private void cache() {
    slowlogMicros = integer("slowlog-log-slower-than");
    latencyMillis = integer("latency-monitor-threshold");
    bulkBytes = integer("proto-max-bulk-len");
    queryBytes = integer("client-query-buffer-limit");
    arguments = (int) integer("proto-max-multibulk-len");
    pubsubOutput = OutputLimits.hard(get("client-output-buffer-limit"), "pubsub");
    normalOutput = OutputLimits.hard(get("client-output-buffer-limit"), "normal");
  }

  /** From how many microseconds on a command is slow; negative: never. */
  public long slowlogMicros() {
    return slowlogMicros;
  }

  /** From how many milliseconds on a command is a latency event; 0: never. */
  public long latencyMillis() {
    return latencyMillis;
  }

  /** Most bytes of one argument. */
  public long bulkBytes() {
    return bulkBytes;
  }

  /** Most bytes received and not run yet. */
  public long queryBytes() {
    return queryBytes;
  }

  /** Most arguments of one command. */
  public int arguments() {
    return arguments;
  }

  /** Most bytes that wait for a client to take them; 0 for no limit. */
  public long outputLimit(boolean listens) {
    return listens ? pubsubOutput : normalOutput;
  }
}
