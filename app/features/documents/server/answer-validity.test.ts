import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validateFile } from "#boot/testing/ooxml-validator.ts";
import { afterAll, describe, expect, it } from "vitest";
import { answerQueries } from "../rules/queries/answer-queries.ts";
import { buildDocx } from "../rules/docx/build-docx.ts";
import { readQueries } from "../rules/queries/queries.ts";

/**
 * Validates copies with answers written into them with Microsoft's Open XML SDK: they have no errors that the copy
 * didn't already have.
 */

const folder = mkdtempSync(join(tmpdir(), "stet-answers-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
async function errorsOf(bytes: Buffer): Promise<string[]> {
  const path = join(folder, `${++files}.docx`);
  writeFileSync(path, bytes);
  const { errors } = await validateFile(path);
  return errors.map(({ id, description }) => `${id} ${(description ?? "").replace(/'[^']*'/g, "'...'")}`);
}

/** Answers every comment: in turn with words, by deletion and by replacement. */
function answered(bytes: Buffer): Buffer {
  const answers = readQueries(bytes).map((one, i) => ({
    id: one.id,
    text: "In 2019.",
    date: "2026-11-21T09:00:00Z",
    choice:
      i % 3 === 0 || one.quote === ""
        ? null
        : {
            label: "So",
            edit:
              i % 3 === 1
                ? ({ kind: "delete" } as const)
                : ({ kind: "replace", from: one.quote, text: "other words" } as const),
          },
  }));
  return answerQueries(bytes, answers, { author: "Dr. Amara Osei" }).bytes;
}

const runs = await errorsOf(buildDocx({ paragraphs: [{ text: "x" }] })).then(
  () => true,
  () => false,
);
if (!runs) console.warn("Skipped: the Open XML validator does not run here.");
const corpus = new URL("../../../../../shared/corpus/docx/", import.meta.url);

describe.skipIf(!runs)("copies with answers are valid", () => {
  it("for generated documents", async () => {
    const bytes = buildDocx({
      paragraphs: [
        {
          runs: [
            { text: "an affect here", comments: [0] },
            { text: " and " },
            { text: "gone", del: true, comments: [1] },
            { text: "in two words", ins: true, comments: [2, 3] },
          ],
        },
      ],
      comments: [{ text: "1?" }, { text: "2?" }, { text: "3?" }, { text: "4?" }],
    });
    expect(await errorsOf(answered(bytes))).toEqual(await errorsOf(bytes));
  }, 30_000);

  // One with threads made by Word itself, one with changes, one from another program.
  const names = ["sdk__Comment008.docx", "tika__testWORD_features.docx", "sdk__comments_by_another_person.docx"].filter(
    (name) => existsSync(new URL(name, corpus)),
  );
  it.skipIf(names.length === 0)(
    "real ones",
    async () => {
      for (const name of names) {
        const bytes = readFileSync(new URL(name, corpus));
        const before = await errorsOf(bytes);
        const fresh = await errorsOf(answered(bytes));
        for (const error of before) if (fresh.includes(error)) fresh.splice(fresh.indexOf(error), 1);
        expect(fresh, name).toEqual([]);
      }
    },
    60_000,
  );
});
