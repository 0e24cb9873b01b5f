import { expect, it } from "vitest";
import { SAMPLE, SAMPLE_COMMENTS } from "./tracked-sample.ts";

const text = (without: "insert" | "delete") =>
  SAMPLE.filter((run) => run.kind !== without)
    .map((run) => run.text)
    .join("");

it("reads as a complete draft with its changes rejected", () => {
  expect(text("insert")).toBe(
    "The soils of upper catchment dried much faster than what the model has predicted, and until the end of July less than a third of water that was stored in March were remaining. " +
      "This results suggest that early drought stress depends less from the rainfall in spring but rather from how deep the roots are able to reach.",
  );
});

it("reads as clean English with its changes accepted", () => {
  expect(text("delete")).toBe(
    "The soils of the upper catchment dried much faster than the model predicted, and by the end of July less than a third of the water stored in March was left. " +
      "These results suggest that early drought stress depends less on spring rainfall than on how deep the roots can reach.",
  );
});

it("ties every comment to a place in the text", () => {
  const tied = SAMPLE.flatMap((run) => (run.comment ? [run.comment] : []));
  expect(tied.toSorted((a, b) => a - b)).toEqual(SAMPLE_COMMENTS.map((comment) => comment.id));
});
