package dev.keyfold.cli;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** The classes of all modules, imported once for all tests of the architecture. */
final class ProductClasses {
  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          .importPackages("dev.keyfold");

  private ProductClasses() {}
}
