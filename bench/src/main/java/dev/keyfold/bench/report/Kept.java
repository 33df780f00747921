package dev.keyfold.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run has measured so far, in a file, so that one that was interrupted goes on after its
 * last finished job. Lines of JSON: which run it is, then a line for each job.
 *
 * <pre>
 *   {"run":"full, 10000000 orders, Java 17.0.2+8"}
 *   {"job":"keys: encode, keyfold","seconds":2.1,"figures":[{...}]}
 * </pre>
 *
 * A line that a kill has cut short is as good as none. Not thread-safe.
 */
final class Kept {
  private static final JsonFactory JSON = new JsonFactory();

  private final Path file;
  private final Map<String, Entry> jobs = new LinkedHashMap<>();

  /**
   * A finished job.
   *
   * @param seconds how long it took
   * @param figures what it gave
   */
  record Entry(double seconds, List<Figure> figures) {}

  private Kept(Path file) {
    this.file = file;
  }

  /**
   * Opens the file of a run.
   *
   * @param run what the figures depend on; what was kept of another one is thrown away
   */
  static Kept open(Path file, String run) throws IOException {
    Kept kept = new Kept(file);
    if (!Files.exists(file) || !kept.read(run)) {
      kept.jobs.clear();
      Files.writeString(file, line(json -> json.writeStringField("run", run)));
    }
    return kept;
  }

  /** What the job of that name gave; null if it is still to be done. */
  Entry of(String job) {
    return jobs.get(job);
  }

  int size() {
    return jobs.size();
  }

  void add(String job, Entry done) throws IOException {
    jobs.put(job, done);
    String text =
        line(
            json -> {
              json.writeStringField("job", job);
              json.writeNumberField("seconds", done.seconds());
              BenchJson.writeFigures(json, done.figures());
            });
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  /** The run has come to its end: nothing is left to go on with. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  private static String line(Fields fields) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    }
    return text + "\n";
  }

  /** Whether the file is of that run. */
  private boolean read(String run) throws IOException {
    boolean same = false;
    String text = Files.readString(file);
    int end = text.lastIndexOf('\n') + 1;
    for (String line : text.substring(0, end).lines().toList()) {
      try (JsonParser json = JSON.createParser(line)) {
        same |= take(json, run);
      } catch (JsonProcessingException e) {
        return false; // somebody has written into it
      }
    }
    if (end < text.length()) {
      Files.writeString(file, text.substring(0, end));
    }
    return same;
  }

  private boolean take(JsonParser json, String run) throws IOException {
    String job = "";
    double seconds = 0;
    List<Figure> figures = new ArrayList<>();
    boolean same = false;
    json.nextToken();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "run" -> same = json.getText().equals(run);
        case "job" -> job = json.getText();
        case "seconds" -> seconds = json.getDoubleValue();
        case "figures" -> figures.addAll(BenchJson.readFigures(json));
        default -> json.skipChildren();
      }
    }
    if (!job.isEmpty()) {
      jobs.put(job, new Entry(seconds, figures));
    }
    return same;
  }
}
