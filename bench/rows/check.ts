/** The manuscript check, compared with counting the words of the same file. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { check } from "#app/features/documents/server/check-task.ts";
import { inspect } from "#app/features/documents/server/tasks.ts";
import type { Measure, Row } from "../row.ts";
import { sideBySide, thesis } from "./words.ts";

const manuscripts = path.resolve(import.meta.dirname, "../../../shared/checks/manuscripts");

async function measure(name: string, files: readonly string[], rounds: number): Promise<Measure> {
  let words = 0;
  const spent = await sideBySide(
    {
      count: async () => {
        words = 0;
        for (const file of files) {
          const found = await inspect(file, path.basename(file), true, 0);
          if (found.ok) words += found.receipt.words;
        }
      },
      check: async () => {
        for (const file of files) await check(file, path.basename(file), { styleGuide: "apa", blindAuthors: [] });
      },
    },
    rounds,
  );
  const rate = (time: number): number => Math.round((words * 1_000) / time);
  return {
    name,
    value: rate(spent.check),
    unit: "words/s",
    against: `counting the same files (${rate(spent.count)} words/s)`,
    ratio: spent.count / spent.check,
  };
}

export default {
  name: "check",
  async run() {
    const folder = mkdtempSync(path.join(tmpdir(), "stet-bench-"));
    try {
      const long = path.join(folder, "thesis.docx");
      writeFileSync(long, thesis());
      const rows = [await measure("manuscript checked, 150,000-word thesis", [long], 12)];
      if (existsSync(manuscripts)) {
        const files = readdirSync(manuscripts).filter((file) => /^ms\d+\.docx$/.test(file));
        const all = files.map((file) => path.join(manuscripts, file));
        rows.push(await measure(`manuscript checked, ${files.length} manuscripts`, all, 12));
      } else console.error("check: the manuscripts aren't there; the generated thesis alone is measured.");
      return rows;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
} satisfies Row;
