package dev.keyfold.sql.query;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.tree.ClassDeclaration;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MemberDeclaration;
import org.apache.calcite.runtime.ArrayBindable;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.runtime.Typed;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.janino.ClassLoaderIClassLoader;
import org.codehaus.janino.IClassLoader;
import org.codehaus.janino.Parser;
import org.codehaus.janino.Scanner;
import org.codehaus.janino.UnitCompiler;
import org.codehaus.janino.util.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * Compiles plans to classes: just-in-time code generation through Janino. Thread-safe.
 *
 * <p>Calcite's own entry, {@code EnumerableInterpretable}, resolves every name of the generated
 * text through the class loader again for each plan, also the names of packages, for which the JVM
 * searches all jars in vain. Here all plans share what Janino has learnt of classes, and plans with
 * the same text share one class: constants inside a scan are not part of the text.
 */
final class PlanCode {
  private static final int MOST_CLASSES = 300;
  private static final ClassLoader PARENT =
      java.util.Objects.requireNonNull(PlanCode.class.getClassLoader());

  /** Knows which names are classes, which are not, and the methods of those that are. */
  private static final IClassLoader KNOWN = new ClassLoaderIClassLoader(PARENT);

  /** Classes by their text, the least recently used first. */
  private static final Map<String, Class<?>> CLASSES =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Class<?>> eldest) {
          return size() > MOST_CLASSES;
        }
      };

  private PlanCode() {}

  /**
   * What runs the plan.
   *
   * @param stashed receives the objects that the code refers to by name; the context of each run
   *     must give them out
   */
  static Bindable<?> of(EnumerableRel rel, Map<String, Object> stashed) {
    ClassDeclaration declared =
        new EnumerableRelImplementor(rel.getCluster().getRexBuilder(), stashed)
            .implementRoot(rel, EnumerableRel.Prefer.ARRAY);
    TextComparisons texts = new TextComparisons();
    List<MemberDeclaration> members =
        declared.memberDeclarations.stream().map(each -> each.accept(texts)).toList();
    String interfaces =
        rel.getRowType().getFieldCount() == 1
            ? Bindable.class.getName() + ", " + Typed.class.getName()
            : ArrayBindable.class.getName();
    String text =
        "public final class "
            + declared.name
            + " implements "
            + interfaces
            + " {\n"
            + Expressions.toString(members, "\n", false)
            + "\n}\n";
    try {
      return (Bindable<?>) load(declared.name, text).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | CompileException | IOException e) {
      throw new IllegalStateException("the generated code does not compile:\n" + text, e);
    }
  }

  /** One at a time: what is known of classes is for one thread. */
  private static synchronized Class<?> load(String name, String text)
      throws CompileException, IOException, ClassNotFoundException {
    Class<?> known = CLASSES.get(text);
    if (known != null) {
      return known;
    }
    List<ClassFile> files = new ArrayList<>();
    Parser parser = new Parser(new Scanner(null, new StringReader(text)));
    new UnitCompiler(parser.parseAbstractCompilationUnit(), KNOWN)
        .compileUnit(false, false, false, files);
    Map<String, byte[]> bytes = new HashMap<>();
    for (ClassFile file : files) {
      bytes.put(file.getThisClassName(), file.toByteArray());
    }
    Class<?> loaded = new Loader(bytes).loadClass(name);
    CLASSES.put(text, loaded);
    return loaded;
  }

  /** The classes of one plan; they go when the plan goes. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> bytes;

    Loader(Map<String, byte[]> bytes) {
      super(PARENT);
      this.bytes = bytes;
    }

    /** Own classes first: the parent would search all jars for them in vain. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        byte @Nullable [] code = bytes.remove(name);
        if (code != null) {
          return defineClass(name, code, 0, code.length);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : super.loadClass(name, resolve);
      }
    }
  }
}
