package dev.keyfold.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Figures as a file for programs, and for a later run to compare with. */
final class BenchJson {
  private BenchJson() {}

  /** Writes an object with what is known about the run, and all figures. */
  static void write(Path file, Map<String, String> about, List<Figure> figures) throws IOException {
    try (var out = Files.newBufferedWriter(file);
        JsonGenerator json = new JsonFactory().createGenerator(out).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      for (Map.Entry<String, String> entry : about.entrySet()) {
        json.writeStringField(entry.getKey(), entry.getValue());
      }
      writeFigures(json, figures);
      json.writeEndObject();
    }
  }

  /** One line for programs: where the report is, and what has changed. */
  static String summary(Path page, Path data, List<Comparison> changes) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("report", page.toString());
      json.writeStringField("json", data.toString());
      json.writeArrayFieldStart("changes");
      for (Comparison one : changes) {
        json.writeStartObject();
        json.writeStringField("group", one.now().group());
        json.writeStringField("line", one.now().line());
        json.writeStringField("subject", one.now().subject());
        json.writeStringField("measure", one.now().measure());
        json.writeNumberField("before", one.before().value());
        json.writeNumberField("now", one.now().value());
        json.writeNumberField("times", one.times());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toString();
  }

  /** The field {@code figures} of the object that is being written. */
  static void writeFigures(JsonGenerator json, List<Figure> figures) throws IOException {
    json.writeArrayFieldStart("figures");
    for (Figure figure : figures) {
      json.writeStartObject();
      json.writeStringField("group", figure.group());
      json.writeStringField("line", figure.line());
      json.writeStringField("subject", figure.subject());
      json.writeNumberField("size", figure.size());
      json.writeStringField("measure", figure.measure());
      json.writeNumberField("value", figure.value());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** The figures of the array that begins here. */
  static List<Figure> readFigures(JsonParser json) throws IOException {
    List<Figure> figures = new ArrayList<>();
    while (json.nextToken() == JsonToken.START_OBJECT) {
      figures.add(figure(json));
    }
    return figures;
  }

  /** The figures of a file that {@link #write} made; throws if it is none. */
  static List<Figure> read(Path file) throws IOException {
    List<Figure> figures = new ArrayList<>();
    boolean found = false;
    try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.START_ARRAY && "figures".equals(json.currentName())) {
          found = true;
          figures.addAll(readFigures(json));
        }
      }
    }
    if (!found) {
      throw new IOException("found no figures in it, expected those of keyfold bench");
    }
    return figures;
  }

  private static Figure figure(JsonParser json) throws IOException {
    String group = "";
    String line = "";
    String subject = "";
    String measure = "";
    long size = 0;
    double value = Double.NaN;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "group" -> group = json.getText();
        case "line" -> line = json.getText();
        case "subject" -> subject = json.getText();
        case "measure" -> measure = json.getText();
        case "size" -> size = json.getLongValue();
        case "value" -> value = json.getDoubleValue();
        default -> json.skipChildren();
      }
    }
    return new Figure(group, line, subject, size, measure, value);
  }
}
