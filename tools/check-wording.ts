/**
 * Finds words and shapes that read as if translated, in everything people read: strings, JSX text and comments of the
 * code, and the Markdown of docs and content. The standard is plain American English, as a good editor would write it.
 *
 * `node tools/check-wording.ts [FOLDER ...]` checks those folders; without one, the whole project.
 */
import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { type SourceNode, parseSource, walk } from "./parse-source.ts";

type Rule = { shape: RegExp; instead: string };

/** What gives a translated sentence away, with what to write instead. Every `shape` is tried on one text at a time. */
export const RULES: readonly Rule[] = [
  { shape: /(?:\d|\}) %/, instead: "no space before %" },
  { shape: /\bwho(?:m|so)?ever\b/i, instead: "anyone who, the person who" },
  { shape: /\banew\b/i, instead: "again" },
  { shape: /\b(?:goes|went|gone) back\b/i, instead: "is refunded, returns" },
  {
    shape: /\bstands? (?:until|still|above|below|beside|behind|on|in|at|as|there|alone|before|after)\b/i,
    instead: "is, applies, appears",
  },
  { shape: /\b(?:the|its|their|your) (?:clock|date|price|order|word|line|text) stands\b/i, instead: "is, is on hold" },
  { shape: /\bthere ?(?:of|upon|with)\b/i, instead: "of it, after that" },
  { shape: /\bof which\b/i, instead: "a sentence of its own" },
  { shape: /\bfor ever\b/i, instead: "forever" },
  { shape: /\bmeanwhile\b/i, instead: "in the meantime, or nothing" },
  { shape: /\bwhat (?:waits|is asked|pleases)\b/i, instead: "what's pending, to do" },
  { shape: /\bwaits? for (?:you|your|somebody|someone|nobody|them|its|an? )/i, instead: "needs, is waiting for" },
  { shape: /\b(?<!lowercase )letters?\b(?=.*\b(?:inbox|mailbox|e-?mail|subject|link)\b)/i, instead: "email" },
  { shape: /\be-mail/i, instead: "email" },
  { shape: /\bto be had\b/i, instead: "available" },
  { shape: /\bin earnest\b/i, instead: "for real, in production" },
  { shape: /\bit is (?:not )?to be\b/i, instead: "it should" },
  { shape: /\bdeeds?\b/i, instead: "command, action" },
  { shape: /\b(?:rings?|rang|rung) (?:the bell|for|by|its|at|every)\b/i, instead: "sends a live event, notifies" },
  { shape: /\bthe page lives\b|\bmakes? (?:it|the page) live\b/i, instead: "the page is hydrated" },
  { shape: /\b(?:be they|be it|be that)\b/i, instead: "whether" },
  { shape: /\b(?:lets?|let) (?:it|them|him|her) (?:be|stand)\b/i, instead: "leaves it" },
  { shape: /\bnot a (?:few|little)\b/i, instead: "many, much" },
  { shape: /\bas it were\b|\bso to speak\b/i, instead: "nothing" },
  { shape: /\bhas? (?:no|its) word\b/i, instead: "says nothing" },
  { shape: /\b(?:by|of) itself(?= (?:the|when|after|once|if)\b)/i, instead: "automatically" },
  { shape: /\baccepted by itself\b/i, instead: "accepted automatically" },
  { shape: /(?<!#)\bhand(?:s|ed|ing)?[- ]in(?: |[.,;:]|$)(?!the)/i, instead: "submit, submission" },
  { shape: /\bpress(?:es|ed|ing)? (?:the|its|that) (?:\w+ )?button/i, instead: "click" },
  { shape: /\bit lives\b/i, instead: "it's in, it's alive" },
  { shape: /\b(?:nobody|no one)'s\b/i, instead: "without an owner, anonymous, none" },
  { shape: /\bcannot be had\b/i, instead: "isn't available" },
  { shape: /\bof the house\b|\bthe house's\b/i, instead: "ours, the company's" },
  { shape: /\bcancell(?:ed|ing)\b(?=[^"'`]* )/, instead: "canceled, canceling" },
  { shape: /\bone and all\b|\ball and sundry\b/i, instead: "all" },
  {
    shape:
      /\b(?:colour|favour|honour|behaviour|neighbour|labour|centre|metre|theatre|licence|defence|catalogue|travelling|modelling|labelled|programme)(?:s|d|ed|ing|able|ite|ful|ly|r|rs|al)*\b|\bfulfil(?:s|ment)?\b/i,
    instead: "American spelling",
  },
  {
    shape:
      /\b(?:organi|recogni|reali|minimi|maximi|normali|summari|customi|authori|initiali|seriali|categori|priori|utili|capitali|emphasi|standardi|finali|analy)s(?:e[sd]?|ing|ation|ations)\b/i,
    instead: "American spelling (-ize)",
  },
  // The specification writes its strings with straight ones, and a page with both looks careless.
  { shape: /(?<=[A-Za-z])’(?=[A-Za-z])/, instead: "a straight apostrophe" },
  { shape: /\b(?:towards|afterwards|whilst|amongst)\b/i, instead: "toward, afterward, while, among" },
];

/** Texts that aren't ours to write in American English, each with the reason. */
const EXCEPTIONS: readonly { file: RegExp; text?: RegExp; why: string }[] = [
  {
    file: /tax\/rules\/thresholds\.ts$/,
    text: /skatteetaten/,
    why: "an address of the Norwegian tax office",
  },
  { file: /^tools\/check-wording/, why: "contains the shapes it looks for" },
  { file: /^db\/migrations\//, why: "migrations never change once they have run" },
  { file: /^db\/seed\/manuscripts\//, why: "demo manuscripts, by authors who write British English" },
  { file: /^app\/features\/documents\/rules\/.*\.test\.ts$/, text: /’/, why: "samples of authors' and editors' text" },
  { file: /^content\/blog\/british-or-american/, why: "compares the two spellings" },
  {
    file: /spelling|variant|mixed-|read-formats\.test|read-in-browser\.test|gate-findings\.test|documents\/server\/engine\.test|server\/check\/|check\.spec|style-sheet|check\/sheet\.test/,
    why: "samples for telling forms apart: English variants, hyphens, spaces",
  },
  {
    file: /documents\/rules\/check\//,
    text: /towards|\d %/,
    why: "words that authors use, and samples of their text",
  },
  {
    file: /documents\/rules\/kinds\/(?:cases|kinds\.test|word-lists|number-kind)/,
    why: "changes that editors make, and lists of words that they change",
  },
  { file: /^docs\/order-flow\.md$/, text: /cancelled/, why: "the state's name in the code" },
  { file: /^content\//, text: /\banalyses\b/, why: "the plural of analysis" },
  {
    file: /sentences\.test|certificate\.test|gate-findings\.test/,
    text: /\d %/,
    why: "sample texts by authors, who may put a space there",
  },
  { file: /editors\/rules\/samples\.ts/, why: "paragraphs with errors on purpose, for applicants to edit" },
  { file: /./, text: /“let it stand”|"let it stand"|stet\*: let it stand/, why: "what stet means" },
];

/** Plurals are `count` and `plural`. */
const PLURAL = "count(n, noun) or plural(n, noun)";
type Branch = SourceNode & { value?: unknown; quasis?: { value: { raw: string } }[] };

/** Whether an expression chooses between a noun and its plural: `n === 1 ? "word" : "words"`. */
function isPluralByHand(node: SourceNode): boolean {
  if (node.type !== "ConditionalExpression") return false;
  const { operator, right } = node["test"] as { operator?: string; right?: { value?: unknown } };
  if (operator !== "===" || right?.value !== 1) return false;
  const [one, many] = [node["consequent"], node["alternate"]].map((branch) => {
    const { value, quasis } = branch as Branch;
    return typeof value === "string" ? value : (quasis?.[0]?.value.raw ?? "");
  }) as [string, string];
  const noun = /^[A-Za-z]+/.exec(one)?.[0];
  return one.startsWith("1 ") || (noun !== undefined && /^[A-Za-z]+/.exec(many)?.[0] === `${noun}s`);
}

/** Where a source file writes a plural by hand. */
function pluralsOf(file: string, source: string): Text[] {
  if (file.endsWith(".md")) return [];
  const found: Text[] = [];
  walk(parseSource(file, source).program, (node) => {
    if (isPluralByHand(node)) found.push({ value: source.slice(node.start, node.end), offset: node.start });
    return true;
  });
  return found;
}

export type Finding = { file: string; line: number; found: string; instead: string };
type Text = { value: string; offset: number };

/** The texts of a source file that people read: comments, strings and JSX text, each with where it begins. */
export function textsOf(file: string, source: string): Text[] {
  if (file.endsWith(".md")) {
    const prose = source.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, (code) => " ".repeat(code.length));
    return prose.split(/(?<=\n)/).reduce<Text[]>((all, value) => {
      const last = all.at(-1);
      return [...all, { value, offset: last ? last.offset + last.value.length : 0 }];
    }, []);
  }
  const { program, comments } = parseSource(file, source);
  const texts: Text[] = comments.map(({ value, start }) => ({ value, offset: start + 2 }));
  walk(program, (node) => {
    if (node.type === "ImportDeclaration" || node.type === "TSLiteralType") return false;
    if (node.type === "JSXText" || (node.type === "Literal" && typeof node["value"] === "string"))
      texts.push({
        value: source.slice(node.start, node.end),
        offset: node.start,
      });
    if (node.type === "TemplateLiteral")
      // With its placeholders, so that "${share} %" is seen.
      texts.push({
        value: source.slice(node.start, node.end),
        offset: node.start,
      });
    return true;
  });
  return texts;
}

/** What one file says that it should say differently, in the order of its lines. */
export function checkWording(file: string, source: string): Finding[] {
  const found: Finding[] = [];
  for (const { value, offset } of textsOf(file, source))
    for (const { shape, instead } of RULES) {
      const match = shape.exec(value.replaceAll(/\\[nrt]/g, "  "));
      if (!match) continue;
      if (EXCEPTIONS.some((it) => it.file.test(file) && (it.text?.test(value) ?? true))) continue;
      const line = source.slice(0, offset + match.index).split("\n").length;
      if (!found.some((it) => it.line === line && it.found === match[0]))
        found.push({ file, line, found: match[0], instead });
    }
  for (const { value, offset } of pluralsOf(file, source))
    found.push({ file, line: source.slice(0, offset).split("\n").length, found: value, instead: PLURAL });
  return found.toSorted((a, b) => a.line - b.line);
}

const READ = /^(?:app|boot|db|tools|bench|e2e|docs|content)\/.*\.(?:tsx?|md)$|^README\.md$/;

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, "..");
  const folders = process.argv.slice(2);
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => READ.test(file) && (folders.length === 0 || folders.some((folder) => file.startsWith(folder))));
  const findings = files.flatMap((file) => checkWording(file, readFileSync(path.join(root, file), "utf8")));
  for (const { file, line, found, instead } of findings) console.log(`${file}:${line} "${found}": ${instead}`);
  console.log(`${files.length} files, ${findings.length} phrases to rewrite`);
  process.exitCode = findings.length === 0 && files.length > 0 ? 0 : 1;
}
