import { expect, test } from "vitest";
import { compareChecks, outcomeOf } from "./consistent.ts";
import type { Finding } from "../finding.ts";

const finding = (rule: string, forms: [string, number][], message = rule, folded = false): Finding => ({
  group: "Spelling",
  rule,
  message,
  forms: forms.map(([form, count]) => ({ form, count })),
  folded,
  total: 1,
  places: [],
});

test("a finding is the same with other counts, and in either order", () => {
  const before = [
    finding("compound", [
      ["dataset", 14],
      ["data set", 3],
    ]),
    finding("compound", [
      ["per cent", 4],
      ["percent", 2],
    ]),
  ];
  const after = [
    finding("compound", [
      ["percent", 5],
      ["per cent", 1],
    ]),
  ];
  expect(compareChecks(before, after)).toMatchObject({ before: 2, gone: 1, left: [before[1]], fresh: [] });
});

test("findings without forms are the same if they say the same", () => {
  const before = [finding("missing", [], "Table 7 is mentioned and isn't there.")];
  const other = finding("missing", [], "Table 8 is mentioned and isn't there.");
  expect(compareChecks(before, [other])).toMatchObject({ before: 1, gone: 1, left: [], fresh: [other] });
});

test("what the editor keeps on purpose is told apart from what's still there, and from what's gone", () => {
  const [a, b, c] = ["Table 7", "Table 8", "Table 9"].map((message) => finding("missing", [], message)) as [
    Finding,
    Finding,
    Finding,
  ];
  const compared = compareChecks([a, b], [b, c], (one) => one !== a);
  expect(compared).toEqual({ before: 2, gone: 1, kept: [b], left: [], fresh: [], freshKept: [c] });
  expect(outcomeOf(compared)).toEqual({ before: 2, gone: 1, kept: 1, left: 0, fresh: 0, freshKept: 1 });
});

test("what is only worth a look isn't counted", () => {
  const look = finding("serial-comma", [], "maybe", true);
  expect(compareChecks([look], [look])).toMatchObject({ before: 0, gone: 0, left: [], fresh: [] });
});
