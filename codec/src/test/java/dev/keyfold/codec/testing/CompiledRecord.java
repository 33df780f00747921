package dev.keyfold.codec.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Record classes compiled while a test runs, and loaded by a class loader of their own. */
public final class CompiledRecord {
  private CompiledRecord() {}

  /**
   * A class whose loader asks the parent for everything else; a parent of null knows the JDK alone.
   *
   * @param source of one top-level class, without a package
   */
  public static Class<? extends Record> of(String name, String source, ClassLoader parent) {
    Map<String, ByteArrayOutputStream> classes = new HashMap<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileManager files =
        new ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, null, null)) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new InMemory(className, kind, "", classes);
          }
        };
    List<String> options = List.of("-cp", System.getProperty("java.class.path"), "-proc:none");
    InMemory file = new InMemory(name, JavaFileObject.Kind.SOURCE, source, classes);
    if (!compiler.getTask(null, files, null, options, null, List.of(file)).call()) {
      throw new IllegalStateException(name + " does not compile");
    }
    ClassLoader loader =
        new ClassLoader(parent) {
          @Override
          protected Class<?> findClass(String wanted) throws ClassNotFoundException {
            ByteArrayOutputStream bytes = classes.get(wanted);
            if (bytes == null) {
              throw new ClassNotFoundException(wanted);
            }
            return defineClass(wanted, bytes.toByteArray(), 0, bytes.size());
          }
        };
    try {
      return loader.loadClass(name).asSubclass(Record.class);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class InMemory extends SimpleJavaFileObject {
    private final String name;
    private final String source;
    private final Map<String, ByteArrayOutputStream> classes;

    InMemory(
        String name,
        JavaFileObject.Kind kind,
        String source,
        Map<String, ByteArrayOutputStream> classes) {
      super(URI.create("memory:///" + name + kind.extension), kind);
      this.name = name;
      this.source = source;
      this.classes = classes;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }

    @Override
    public OutputStream openOutputStream() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      classes.put(name, bytes);
      return bytes;
    }
  }
}
