package dev.keyfold.cli;

import picocli.CommandLine.ParseResult;

/** {@code keyfold demo}. */
final class DemoCommand extends Command {
  private static final String EXIT = "--exit";

  DemoCommand(Console console) {
    super("demo", console);
    flag(EXIT);
  }

  @Override
  int run(ParseResult args) {
    Demo demo = new Demo(console);
    demo.show();
    if (!args.hasMatchedOption(EXIT)) {
      demo.showNext();
    }
    return console.status();
  }
}
