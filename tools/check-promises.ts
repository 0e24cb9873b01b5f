/**
 * Every promise has a test, and so has every assertion of a fact (tools/assertions.ts). Each paragraph, list item, and table row of the legal texts names its promises, as in
 * `{#late.some}`, or says with `{-}` that it makes none that software can keep. `tools/promises.ts` names each
 * promise's test. Figures in these texts and on public pages come from the policies, so none may be typed.
 * Versions that admins write are theirs to check: their page shows the typed figures of a draft.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { legalFigures } from "#app/legal-figures.ts";
import { OPERATOR_NAMES, typedFigures } from "#app/features/accounts/rules/legal.ts";
import { type SourceNode, parseSource, walk } from "./parse-source.ts";
import { ASSERTIONS } from "./assertions.ts";
import { PROMISES } from "./promises.ts";

type Text = { file: string; text: string };
type Fault = { file: string; line: number; reason: string };
type Kept = Readonly<Record<string, { file: string; test: string }>>;

const MARK = /\{(-|#[a-z0-9. -]+)\}/g;
const MARKED = /\{(?:-|#[a-z0-9. -]+)\}/;
const NAMES: ReadonlySet<string> = new Set(OPERATOR_NAMES);
/** Units of prices and delays. */
const UNIT = /per 1,000 words|1 hour more/g;

/** A legal text's blocks: paragraphs, list items, and table rows without the header. */
export function blocksOf(text: string): { line: number; text: string }[] {
  const lines = text.split("\n");
  const start = lines[0] === "---" ? lines.indexOf("---", 1) + 1 : 0;
  const isRule = (line: string | undefined) => line !== undefined && /^\|[\s|:-]+\|$/.test(line);
  return lines.flatMap((line, i) =>
    i < start || /^\s*(?:>\s*)?$/.test(line) || line.startsWith("#") || isRule(line) || isRule(lines[i + 1])
      ? []
      : [{ line: i + 1, text: line }],
  );
}

/**
 * Errors in the texts' promises. @param kept the test of each promise @param figures the known figures @param used ids
 * used elsewhere
 */
export function promiseFaults(
  texts: readonly Text[],
  kept: Kept,
  figures: Readonly<Record<string, string>>,
  used: ReadonlySet<string> = new Set(),
): Fault[] {
  const seen = new Set(used);
  const faults = texts.flatMap(({ file, text }) =>
    blocksOf(text).flatMap((block): Fault[] => {
      const fault = (reason: string): Fault => ({ file, line: block.line, reason });
      const ids = [...block.text.matchAll(MARK)].flatMap(([, mark]) =>
        mark === "-" ? [] : mark!.slice(1).split(/[ #]+/),
      );
      for (const id of ids) seen.add(id);
      const typed = block.text.replaceAll(MARK, "");
      return [
        // A quoted form ends with its own mark.
        ...(MARKED.test(block.text) || block.text.startsWith("> To ")
          ? []
          : [fault("names no promise and isn't marked {-}")]),
        ...ids.filter((id) => !Object.hasOwn(kept, id)).map((id) => fault(`nothing keeps the promise ${id}`)),
        ...[...block.text.matchAll(/\{\{([^}]*)\}\}/g)]
          .filter(([, name]) => !NAMES.has(name!) && !Object.hasOwn(figures, name!))
          .map(([, name]) => fault(`there is no figure ${name}`)),
        ...(ids.length > 0
          ? typedFigures(typed)
              .slice(0, 1)
              .map((figure) => fault(`the figure “${figure}” is typed: take it from app/legal-figures.ts`))
          : []),
      ];
    }),
  );
  for (const id of Object.keys(kept))
    if (!seen.has(id)) faults.push({ file: "tools/promises.ts", line: 1, reason: `no text makes the promise ${id}` });
  return faults;
}

/** Promises whose test doesn't exist. @param read a test file's source, or null */
export const testFaults = (kept: Kept, read: (file: string) => string | null): Fault[] =>
  Object.entries(kept).flatMap(([id, { file, test }]) => {
    const source = read(file);
    return source?.includes(test)
      ? []
      : [{ file, line: 1, reason: `the promise ${id} needs the test “${test}”, which isn't there` }];
  });

/** Typed figures on a public page, and the ids of the promises it names (`promises: ["late.some"]`). */
export function readPage({ file, text }: Text): { faults: Fault[]; ids: string[] } {
  const faults: Fault[] = [];
  const ids: string[] = [];
  const lineOf = (at: number) => text.slice(0, at).split("\n").length;
  const check = (said: string, at: number) => {
    const [found] = typedFigures(said.replaceAll(UNIT, ""));
    if (found)
      faults.push({ file, line: lineOf(at), reason: `the figure “${found}” is typed: take it from its policy` });
  };
  walk(parseSource(file, text).program, (node) => {
    if (node.type === "Property") {
      const key = node["key"] as SourceNode;
      const value = node["value"] as SourceNode;
      if (key["name"] === "promises" && value.type === "ArrayExpression")
        for (const item of value["elements"] as SourceNode[]) ids.push(String(item["value"]));
    }
    if (node.type === "JSXText") check(String(node["value"]), node.start);
    if (node.type === "Literal" && typeof node["value"] === "string" && node["value"].includes(" "))
      check(node["value"], node.start);
    if (node.type === "TemplateLiteral")
      for (const part of node["quasis"] as SourceNode[])
        check(String((part["value"] as { cooked?: string }).cooked ?? ""), part.start);
    return true;
  });
  return { faults, ids };
}

/** Public pages with promises. Their samples of edited text don't count. */
const PAGES = [
  "app/features/marketing/rules/price-notes.ts",
  "app/features/marketing/rules/pricing-prose.ts",
  "app/features/marketing/rules/questions.ts",
  "app/features/marketing/rules/refund-rows.ts",
  "app/features/marketing/screens/about.tsx",
  "app/features/marketing/screens/home.tsx",
  "app/features/marketing/screens/integrity.tsx",
  "app/features/marketing/screens/policy-profile.tsx",
  "app/features/marketing/screens/pricing.tsx",
  "app/features/marketing/ui/price-table.tsx",
];

/** Assertions that aren't made anymore, or whose test doesn't exist. @param read a file's source, or null */
export const assertionFaults = (all: typeof ASSERTIONS, read: (file: string) => string | null): Fault[] =>
  all.flatMap(({ says, in: file, test }) => [
    ...(read(file)?.includes(says) ? [] : [{ file, line: 1, reason: `doesn't say “${says}” (tools/assertions.ts)` }]),
    ...testFaults({ [says]: test }, read),
  ]);

export function checkPromises(root: string): { promises: number; faults: Fault[] } {
  const find = (file: string) =>
    existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), "utf8") : null;
  const read = (file: string): Text => ({ file, text: readFileSync(path.join(root, file), "utf8") });
  const pages = PAGES.map(read).map(readPage);
  const folder = path.join(root, "content/legal");
  const newest = readdirSync(folder).map((document) =>
    read(`content/legal/${document}/${readdirSync(path.join(folder, document)).toSorted().at(-1)}`),
  );
  const named = new Set(pages.flatMap((page) => page.ids));
  const unknown = [...named].filter((id) => !Object.hasOwn(PROMISES, id));
  return {
    promises: Object.keys(PROMISES).length,
    faults: [
      ...promiseFaults(newest, PROMISES, legalFigures({}), named),
      ...pages.flatMap((page) => page.faults),
      ...unknown.map((id) => ({ file: PAGES[0]!, line: 1, reason: `nothing keeps the promise ${id}` })),
      ...testFaults(PROMISES, find),
      ...assertionFaults(ASSERTIONS, find),
    ],
  };
}

if (import.meta.main) {
  const { promises, faults } = checkPromises(path.resolve(import.meta.dirname, ".."));
  for (const { file, line, reason } of faults) console.log(`${file}:${line} ${reason}`);
  console.log(`${promises} promises, ${faults.length} without something behind them or with a typed figure`);
  if (faults.length > 0) process.exitCode = 1;
}
