import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type BrowserReport, type VitestReport, fromBrowsers, fromVitest, sayFailures } from "./test-failures.ts";

const VITEST: VitestReport = {
  numPassedTests: 7,
  numPendingTests: 1,
  testResults: [
    {
      name: "/stet/app/a.test.ts",
      status: "failed",
      message: "",
      assertionResults: [
        { status: "passed", fullName: "prices are whole cents", failureMessages: [] },
        {
          status: "failed",
          fullName: "a coupon counts once",
          failureMessages: ["\u001B[31mAssertionError: expected 2 to be 1\u001B[39m\n    at a.test.ts:3:1"],
        },
      ],
    },
    { name: "/stet/app/b.test.ts", status: "failed", message: "Cannot find module './gone.ts'", assertionResults: [] },
    {
      name: "/stet/app/c.test.ts",
      status: "passed",
      assertionResults: [{ status: "passed", fullName: "it holds", failureMessages: null }],
    },
  ],
};

const BROWSERS: BrowserReport = {
  stats: { expected: 5, skipped: 2 },
  suites: [
    {
      title: "gate.spec.ts",
      file: "gate.spec.ts",
      specs: [
        { title: "the gate opens", line: 4, tests: [{ status: "expected", results: [{ errors: [] }] }] },
        { title: "not on this machine", line: 9, tests: [{ status: "skipped", results: [] }] },
      ],
      suites: [
        {
          title: "a wrong copy",
          file: "gate.spec.ts",
          specs: [
            {
              title: "is refused",
              line: 20,
              tests: [
                {
                  status: "unexpected",
                  results: [{ errors: [{ message: "Test timeout" }, { message: "\nError: not visible\n  more" }] }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  errors: [],
};

describe("failures are collected", () => {
  test("from vitest, with a file that failed as a whole", () => {
    expect(fromVitest(VITEST, "/stet")).toEqual({
      passed: 7,
      skipped: 1,
      failed: 2,
      failures: [
        { file: "app/a.test.ts", name: "a coupon counts once", message: expect.stringContaining("expected 2 to be 1") },
        { file: "app/b.test.ts", name: "the file itself", message: "Cannot find module './gone.ts'" },
      ],
    });
  });

  test("from browser tests, with their groups", () => {
    expect(fromBrowsers(BROWSERS, "/stet")).toEqual({
      passed: 5,
      skipped: 2,
      failed: 1,
      failures: [
        {
          file: "gate.spec.ts:20",
          name: "a wrong copy > is refused",
          message: "Test timeout\n\nError: not visible\n  more",
        },
      ],
    });
  });

  test("with the main part of the page that the test had open", async () => {
    const folder = await mkdtemp(join(tmpdir(), "stet-failure-"));
    const path = join(folder, "error-context.md");
    await writeFile(
      path,
      '```yaml\n- banner:\n  - text: Stet\n- main:\n  - link "Orders":\n    - /url: /orders\n  - alert: Too busy\n```\n',
    );
    const spec = {
      title: "sends",
      line: 3,
      tests: [
        {
          status: "unexpected",
          results: [{ errors: [{ message: "No" }], attachments: [{ name: "error-context", path }] }],
        },
      ],
    };
    const { failures } = fromBrowsers(
      { ...BROWSERS, suites: [{ title: "a", file: "a.spec.ts", specs: [spec] }] },
      "/stet",
    );
    expect(sayFailures([{ name: "browsers", failures, output: "" }]).split("\n")).toEqual([
      "FAILED in browsers:",
      "  a.spec.ts:3 > sends",
      "    No",
      "    The page then:",
      '      - link "Orders":',
      "      - alert: Too busy",
    ]);
    await rm(folder, { recursive: true });
  });

  test("from browser runs that never reached a test", () => {
    const report = {
      ...BROWSERS,
      suites: [],
      errors: [
        { message: "The product did not start", location: { file: "/stet/e2e/bad.spec.ts" } },
        { message: "No" },
      ],
    };
    expect(fromBrowsers(report, "/stet").failures).toEqual([
      { file: "e2e/bad.spec.ts", name: "outside of a test", message: "The product did not start" },
      { file: "", name: "outside of a test", message: "No" },
    ]);
  });
});

describe("at the end of a run", () => {
  test("names each failed test with its file and the start of its reason", () => {
    expect(
      sayFailures([
        { name: "rules and server", failures: fromVitest(VITEST, "/stet").failures, output: "long" },
        { name: "browsers", failures: fromBrowsers(BROWSERS, "/stet").failures, output: "long" },
      ]),
    ).toBe(
      [
        "FAILED in rules and server:",
        "  app/a.test.ts > a coupon counts once",
        "    AssertionError: expected 2 to be 1",
        "  app/b.test.ts > the file itself",
        "    Cannot find module './gone.ts'",
        "",
        "FAILED in browsers:",
        "  gate.spec.ts:20 > a wrong copy > is refused",
        "    Test timeout",
        "    Error: not visible",
        "      more",
      ].join("\n"),
    );
  });

  test("shows the end of the output of a step that failed without a failed test", () => {
    const output = Array.from({ length: 40 }, (_, n) => `line ${n}\n\n`).join("");
    const said = sayFailures([{ name: "build", failures: [], output }]).split("\n");
    expect(said).toHaveLength(16);
    expect(said[0]).toBe("FAILED without a failed test: build");
    expect([said[1], said.at(-1)]).toEqual(["  line 25", "  line 39"]);
  });

  test("stays short, however many failures there are and however long their reasons", () => {
    const failures = Array.from({ length: 60 }, (_, n) => ({
      file: "app/a.test.ts",
      name: `test ${n}`,
      message: n === 1 ? "x".repeat(5_000) : "",
    }));
    const said = sayFailures([{ name: "rules and server", failures, output: "" }]).split("\n");
    expect(said).toHaveLength(82);
    expect(said[2]).toBe("    It gave no reason.");
    expect(Math.max(...said.map((line) => line.length))).toBeLessThan(320);
    expect(said.at(-1)).toBe("  and 20 more");
  });

  test("prints nothing if nothing failed", () => {
    expect(sayFailures([])).toBe("");
  });
});
