import type { FullConfig, Reporter, Suite, TestError } from "@playwright/test/reporter";
import { formatFailure, writeReport } from "./report.ts";

/** Names failed and flaky tests, and errors outside of tests. */
export default class PlaywrightReporter implements Reporter {
  #suite: Suite | undefined;
  readonly #errors: TestError[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? [];
    const withOutcome = (...outcomes: string[]) =>
      tests.filter((test) => outcomes.includes(test.outcome()));
    const failures = withOutcome("unexpected", "flaky").map((test) =>
      formatFailure(
        `browser ${test.titlePath().filter(Boolean).join(" > ")}`,
        test.results.find(({ error }) => error)?.error?.message,
      ),
    );
    const errors = this.#errors.map(({ message }) => formatFailure("browser", message));
    writeReport({
      passed: withOutcome("expected").length,
      skipped: withOutcome("skipped").length,
      failures: [...failures, ...errors],
    });
  }
}
