package dev.keyfold.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
  @Test
  void runsDemo() {
    assertThat(new CommandLine(new Main()).execute("demo", "--exit")).isZero();
  }

  @Test
  void codecStandsAlone() {
    noClasses()
        .that()
        .resideInAPackage("dev.keyfold.codec..")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages("java..", "dev.keyfold.codec..")
        .check(new ClassFileImporter().importPackages("dev.keyfold.codec"));
  }
}
