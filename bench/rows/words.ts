/**
 * Words per second of the counter, compared with inflating the same parts and reading each character, and with other
 * programs.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import mammoth from "mammoth";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { ParagraphSpec } from "#app/features/documents/rules/docx/docx-spec.ts";
import { openDocx } from "#app/features/documents/rules/docx/docx-package.ts";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { receiptOf } from "#app/features/documents/rules/readers/receipt-of.ts";
import { openZip, readPart } from "#app/features/documents/rules/docx/zip.ts";
import type { Measure, Row } from "../row.ts";

/** A thesis of 150,000 words: chapters, notes, tables, tracked changes, and runs split like Word's. */
export function thesis(): Buffer {
  const vocabulary =
    "the migration of labor between small towns was measured with care over several years because earlier studies had relied on census data alone".split(
      " ",
    );
  let seed = 7;
  const next = (limit: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % limit;
  const phrase = (words: number) => Array.from({ length: words }, () => vocabulary[next(vocabulary.length)]).join(" ");
  const paragraphs: ParagraphSpec[] = [];
  for (let words = 0; words < 150_000;) {
    if (paragraphs.length % 25 === 0) paragraphs.push({ text: phrase(4), heading: 1 });
    const runs = Array.from({ length: 12 }, (_, i) => ({
      text: `${phrase(10)} `,
      italic: i % 5 === 0,
      ...(i === 3 && next(4) === 0 ? { ins: true } : i === 7 && next(4) === 0 ? { del: true } : {}),
      ...(i === 11 && next(6) === 0 ? { footnote: phrase(20) } : {}),
    }));
    paragraphs.push({ runs });
    words += 120;
  }
  return buildDocx({ paragraphs });
}

function corpus(): Buffer[] {
  const folder = path.resolve(import.meta.dirname, "../../../shared/corpus/docx");
  if (!existsSync(folder)) {
    console.error("words: the corpus of real documents is not there; the generated thesis alone is measured.");
    return [];
  }
  return readdirSync(folder).map((file) => readFileSync(path.join(folder, file)));
}

/** CPU time of this process in milliseconds, which a busy machine doesn't affect. Interleaved, for equal conditions. */
export async function sideBySide<Name extends string>(
  works: Record<Name, () => unknown>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[];
  const spent = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const from = process.cpuUsage();
      await works[name]();
      const { user, system } = process.cpuUsage(from);
      // The first round warms up.
      if (round >= 0) spent[name] += (user + system) / 1_000 / rounds;
    }
  }
  return spent;
}

const storiesOf = (bytes: Buffer): Buffer[] => {
  const docx = openDocx(openZip(bytes));
  return [docx.main, docx.footnotes, docx.endnotes].flatMap((name) =>
    name === null ? [] : [readPart(docx.zip, name) ?? Buffer.alloc(0)],
  );
};

/** The minimum work of any counter: unpack the stories and look at every character. */
function look(bytes: Buffer): number {
  let seen = 0;
  for (const story of storiesOf(bytes)) {
    const text = story.toString("utf8");
    for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === 60) seen++;
  }
  return seen;
}

/** Unpacks and goes from tag to tag without interpreting them. */
function scan(bytes: Buffer): number {
  let tags = 0;
  for (const story of storiesOf(bytes)) {
    const text = story.toString("utf8");
    for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) tags++;
  }
  return tags;
}

const program = ["soffice", "libreoffice"].find(
  (name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0,
);
if (program === undefined)
  console.error("words: LibreOffice is not installed (libreoffice-writer); counting is not measured against it.");

/** Milliseconds that LibreOffice takes to load the files and write their text, in one process, without its start. */
function libreOffice(files: Buffer[]): number {
  const folder = mkdtempSync(path.join(tmpdir(), "stet-bench-"));
  try {
    const names = files.map((bytes, i) => {
      const name = path.join(folder, `${i}.docx`);
      writeFileSync(name, bytes);
      return name;
    });
    const small = path.join(folder, "small.docx");
    writeFileSync(small, buildDocx({ paragraphs: [{ text: "One" }] }));
    const convert = (list: string[]): number => {
      const begun = performance.now();
      spawnSync(
        program ?? "",
        [
          "--headless",
          `-env:UserInstallation=file://${folder}/profile`,
          "--convert-to",
          "txt:Text",
          "--outdir",
          path.join(folder, "out"),
          ...list,
        ],
        { stdio: "ignore", timeout: 600_000 },
      );
      return performance.now() - begun;
    };
    // The first start creates its profile.
    convert([small]);
    return convert(names) - convert([small]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(name: string, files: Buffer[], rounds: number): Promise<Measure[]> {
  const readable = files.filter((bytes) => {
    try {
      readDocx(bytes);
      return true;
    } catch {
      // One file of the corpus has macros and is refused.
      return false;
    }
  });
  let words = 0;
  const count = () => {
    words = 0;
    for (const bytes of readable) words += receiptOf(readDocx(bytes)).words;
  };
  const spent = await sideBySide(
    { count, look: () => readable.forEach(look), scan: () => readable.forEach(scan) },
    rounds,
  );
  const slow = await sideBySide(
    {
      mammoth: async () => {
        for (const bytes of readable) await mammoth.extractRawText({ buffer: bytes }).catch(() => null);
      },
    },
    1,
  );
  const rate = (time: number) => Math.round((words * 1000) / time);
  const against = (other: string, time: number): Measure => ({
    name,
    value: rate(spent.count),
    unit: "words/s",
    against: `${other} (${rate(time)} words/s)`,
    ratio: time / spent.count,
  });
  const rows = [
    against("inflate and look at each character", spent.look),
    against("inflate and go from tag to tag", spent.scan),
    against("mammoth 1.13.0, extractRawText", slow.mammoth),
  ];
  if (program !== undefined) {
    const office = libreOffice(readable);
    const begun = performance.now();
    count();
    const own = performance.now() - begun;
    rows.push({
      ...against("LibreOffice warm, load and write the text", (office * spent.count) / own),
      ratio: office / own,
    });
  }
  return rows;
}

export default {
  name: "words",
  async run() {
    const rows = await measure("words counted, 150,000-word thesis", [thesis()], 40);
    const real = corpus();
    if (real.length > 0) rows.push(...(await measure(`words counted, ${real.length} real documents`, real, 8)));
    return rows;
  },
} satisfies Row;
