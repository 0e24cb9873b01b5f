/** The failure summary at the end of `npm test`: in CI often only the last lines of a run are visible. */
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

export type Counts = { passed: number; failed: number; skipped: number };
/** A test, or a file that failed outside its tests. `page` is what the browser showed then, as an outline. */
export type Failure = { file: string; name: string; message: string; page?: string };
export type Result = Counts & { failures: Failure[] };
export type FailedStep = { name: string; failures: readonly Failure[]; output: string };

/** The parts of vitest's JSON report used here. */
export type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
};

type Suite = { title: string; file: string; suites?: Suite[]; specs: Spec[] };
type Spec = {
  title: string;
  line: number;
  tests: {
    status: string;
    results: { errors?: { message?: string }[]; attachments?: { name: string; path?: string }[] }[];
  }[];
};
/** The parts of Playwright's JSON report used here. */
export type BrowserReport = {
  stats: { expected: number; skipped: number };
  suites: Suite[];
  errors: { message?: string; location?: { file: string } }[];
};

const LONGEST_LINE = 300;
const LINES_OF_OUTPUT = 15;
/** With one line of reason each. */
const MOST_FAILURES = 40;
/**
 * Up to this many failures are shown with more detail, because an assertion's first line often only says what was
 * compared.
 */
const FEW_FAILURES = 5;
const LINES_OF_REASON = 12;
const LINES_OF_PAGE = 40;

/** @param root the folder that file names are relative to */
export function fromVitest(report: VitestReport, root: string): Result {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const file = within(root, name);
    const failed = assertionResults.filter((it) => it.status === "failed");
    if (failed.length === 0 && status === "failed") return [{ file, name: "the file itself", message: message ?? "" }];
    return failed.map((it) => ({ file, name: it.fullName, message: it.failureMessages?.[0] ?? "" }));
  });
  return { passed: report.numPassedTests, skipped: report.numPendingTests, failed: failures.length, failures };
}

/** @param root the folder that file names are relative to */
export function fromBrowsers(report: BrowserReport, root: string): Result {
  const failures = report.suites.flatMap((suite) => failuresIn(suite, []));
  for (const { message, location } of report.errors)
    failures.push({ file: within(root, location?.file ?? ""), name: "outside of a test", message: message ?? "" });
  return { passed: report.stats.expected, skipped: report.stats.skipped, failed: failures.length, failures };
}

function failuresIn(suite: Suite, above: readonly string[]): Failure[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected" || test.status === "flaky")
      .map((test) => ({
        file: `${suite.file}:${spec.line}`,
        name: [...above, spec.title].join(" > "),
        // A test that timed out names the step it was waiting for only in its second error.
        message: test.results
          .flatMap((it) => it.errors ?? [])
          .map((it) => it.message ?? "")
          .join("\n"),
        ...pageOf(test.results.flatMap((it) => it.attachments ?? [])),
      })),
  );
  // The outermost suite is the file.
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresIn(inner, [...above, inner.title]))];
}

/** The main part of the page that the failed test had open. Its addresses say less than its words. */
function pageOf(attachments: readonly { name: string; path?: string }[]): { page?: string } {
  const path = attachments.find(({ name }) => name === "error-context")?.path;
  if (!path || !existsSync(path)) return {};
  const main = /^- main:?\n((?: .*\n)*)/m.exec(readFileSync(path, "utf8"))?.[1];
  return main ? { page: main.replaceAll(/^ *- \/url: .*\n/gm, "") } : {};
}

/** Every failed test in a line or two, and the end of the output of steps that failed without one. */
export function sayFailures(steps: readonly FailedStep[]): string {
  return steps
    .map(({ name, failures, output }) => {
      if (failures.length === 0) return [`FAILED without a failed test: ${name}`, ...endOf(output)].join("\n");
      const said = failures
        .slice(0, MOST_FAILURES)
        .flatMap((it) => [`  ${[it.file, it.name].filter(Boolean).join(" > ")}`, ...reason(it, failures.length)]);
      const more = failures.length - MOST_FAILURES;
      return [`FAILED in ${name}:`, ...said, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
    })
    .join("\n\n");
}

const within = (root: string, file: string): string =>
  file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;

const linesOf = (text: string): string[] =>
  stripVTControlCharacters(text)
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line));

const reason = ({ message, page }: Failure, of: number): string[] => {
  const lines = linesOf(message).filter((line) => !/^\s+at .*(?::\d+|<anonymous>)\)?$/.test(line));
  const few = of <= FEW_FAILURES;
  const shown = few && page ? ["The page then:", ...linesOf(page).slice(0, LINES_OF_PAGE)] : [];
  const said = lines.length === 0 ? ["It gave no reason."] : lines.slice(0, few ? LINES_OF_REASON : 1);
  return [...said, ...shown].map((line) => `    ${line}`);
};

const endOf = (output: string): string[] =>
  linesOf(output)
    .slice(-LINES_OF_OUTPUT)
    .map((line) => `  ${line}`);
