import type { Reporter } from "vitest/node";
import { formatFailure, writeReport } from "./report.ts";

/** Names failed tests, hooks and files, and unhandled errors. */
export default class VitestReporter implements Reporter {
  onTestRunEnd: Reporter["onTestRunEnd"] = (modules, unhandledErrors) => {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const count = (state: "passed" | "skipped") =>
      tests.filter((test) => test.result().state === state).length;
    const failures = modules.flatMap((module) => {
      const file = `${module.project.name} ${module.relativeModuleId}`;
      const named = [
        { name: file, errors: module.errors() },
        ...[...module.children.allSuites()].map((suite) => ({
          name: `${file} > ${suite.fullName}`,
          errors: suite.errors(),
        })),
        ...[...module.children.allTests("failed")].map((test) => ({
          name: `${file} > ${test.fullName}`,
          errors: test.result().errors ?? [],
        })),
      ];
      return named
        .filter(({ errors }) => errors.length > 0)
        .map(({ name, errors }) => formatFailure(name, errors[0]?.message));
    });
    const unhandled = unhandledErrors.map(({ stack, message }) =>
      formatFailure("unhandled error", stack ?? message),
    );
    writeReport({
      passed: count("passed"),
      skipped: count("skipped"),
      failures: [...failures, ...unhandled],
    });
  };
}
