import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { createEngine } from "#app/features/documents/server/engine.ts";
import type { QueryAnswer } from "#app/features/documents/rules/queries/answer-queries.ts";
import type { Refusal } from "#app/features/documents/rules/readers/refusal.ts";
import { makeCertificate, verifyCertificate } from "./certificate.ts";

/** `npm run -s document -- words FILE...` and the like: the document engine on the command line. */

const USAGE = `Usage: npm run -s document -- COMMAND
  words FILE...          the word count, one JSON line a file
  text FILE...           the text, tracked changes accepted
  accept FILE OUT        write a .docx with all tracked changes accepted
  reject FILE OUT        write a .docx with all tracked changes rejected
  revise FILE OUT DECISIONS  accept or reject some, by their numbers in "changes": 1+,4-,7+
  clean FILE OUT         accept, and remove comments and people's names
  scrub FILE OUT         change only who is named: authors, saving marks, properties, paths
  working FILE OUT       write a plain .docx of any manuscript's text
  changes FILE           the tracked changes and comments, as JSON
  compare A B OUT        write B with all that differs from A as tracked changes
  queries FILE           what the comments ask their author, one JSON line each
  answer FILE ANSWERS.json OUT  write answers in: [{"id":"0","option":1,"text":"..."}], options counted from 1
  re-edit DELIVERED NEW  which sentences of a new version are changed or new, as JSON
  certificate FILE OUT.pdf [TITLE]  write the certificate of a file's text; the line that it prints is what "verify" takes
  verify CERT.json FILE  how much of a file is that text, as JSON
  gate SOURCE TRACKED    whether every edit is tracked, and what the edits changed besides language, as JSON`;

// A person waits: more time than the server gives to one of many.
const engine = createEngine({ size: 2, timeoutMs: 60_000, memoryMb: 1024 });

const line = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
const failed = (file: string, refused: Refusal) => ({
  file,
  error: refused.message,
  code: refused.code,
  advice: refused.advice,
});
const missing = (file: string, error: unknown) => {
  const code = (error as NodeJS.ErrnoException).code;
  const message = error instanceof Error ? error.message : String(error);
  return {
    file,
    error:
      code === "ENOENT" || message.startsWith("ENOENT")
        ? "There is no such file."
        : message.startsWith("EISDIR")
          ? "This is a folder."
          : message,
    code: "unreadable",
    advice: "Check the path.",
  };
};

async function words(file: string): Promise<unknown> {
  try {
    const found = await engine.inspect(file, basename(file), { empty: true });
    if (!found.ok) return failed(file, found);
    const {
      words: total,
      billable,
      body,
      tables,
      textBoxes,
      footnotes,
      endnotes,
      inserted,
      deleted,
      hidden,
      equations,
      references,
      sections,
      ...rest
    } = found.receipt;
    return {
      file,
      words: total,
      billable,
      body,
      tables,
      textBoxes,
      footnotes,
      endnotes,
      inserted,
      deleted,
      hidden,
      equations,
      references,
      sections,
      ...rest,
    };
  } catch (error) {
    return missing(file, error);
  }
}

/** Says what came of a task on one file; a refusal is a failure of the command. */
async function one(file: string, task: Promise<{ ok: true } | Refusal>): Promise<boolean> {
  try {
    const result = await task;
    if (!result.ok) {
      line(failed(file, result));
      return false;
    }
    const { ok: _, ...rest } = result as { ok: true };
    line({ file, ...rest });
    return true;
  } catch (error) {
    line(missing(file, error));
    return false;
  }
}

async function queries(file: string): Promise<boolean> {
  try {
    const found = await engine.queries(file, null);
    if (!found.ok) line(failed(file, found));
    else for (const query of found.queries) if (query.asks) line({ file, ...query });
    return found.ok;
  } catch (error) {
    line(missing(file, error));
    return false;
  }
}

/** Answers as the file of them says; each names a comment by its id and an option, if any, by its place. */
async function answer(file: string, answersFile: string, out: string): Promise<boolean> {
  let answers: QueryAnswer[];
  try {
    const found = await engine.queries(file, null);
    if (!found.ok) {
      line(failed(file, found));
      return false;
    }
    const date = `${new Date().toISOString().slice(0, 19)}Z`;
    const given = JSON.parse(await readFile(answersFile, "utf8")) as {
      id: string | number;
      option?: number;
      text?: string;
    }[];
    answers = given.map(({ id, option, text = "" }) => {
      const query = found.queries.find((one) => one.id === String(id));
      const choice = option === undefined ? null : query?.options[option - 1];
      if (choice === undefined) throw new Error(`Comment ${id} has no option ${option}.`);
      return { id: String(id), choice, text, date };
    });
  } catch (error) {
    line(missing(error instanceof SyntaxError ? answersFile : file, error));
    return false;
  }
  return one(file, engine.answer(file, out, answers, process.env["USER"] || "Author"));
}

async function main([command = "", ...args]: string[]): Promise<number> {
  const [first = "", second = "", third = ""] = args;
  const needs = {
    words: 1,
    text: 1,
    accept: 2,
    reject: 2,
    clean: 2,
    scrub: 2,
    working: 2,
    changes: 1,
    compare: 3,
    revise: 3,
    gate: 2,
    queries: 1,
    answer: 3,
    "re-edit": 2,
    certificate: 2,
    verify: 2,
  }[command];
  if (needs === undefined) {
    process.stderr.write(command === "" ? `${USAGE}\n` : `"${command}" is not a command.\n${USAGE}\n`);
    return 2;
  }
  if (args.length < needs) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  switch (command) {
    case "words": {
      // In the order in which they finish.
      const results = args.map((file) => words(file));
      for (const result of results) line(await result);
      return 0;
    }
    case "text": {
      for (const file of args) {
        try {
          const found = await engine.text(file, basename(file));
          if (found.ok) process.stdout.write(`${found.text}\n`);
          else line(failed(file, found));
        } catch (error) {
          line(missing(file, error));
        }
      }
      return 0;
    }
    case "accept":
      return (await one(first, engine.accept(first, second))) ? 0 : 1;
    case "reject":
      return (await one(first, engine.reject(first, second))) ? 0 : 1;
    case "clean":
      return (await one(first, engine.clean(first, second, { scrubAuthors: true }))) ? 0 : 1;
    case "scrub":
      return (await one(first, engine.scrub(first, second, { authors: "", dates: "day", rsids: true, names: true })))
        ? 0
        : 1;
    case "working":
      return (await one(first, engine.workingCopy(first, basename(first), second))) ? 0 : 1;
    case "changes":
      return (await one(first, engine.changes(first))) ? 0 : 1;
    case "revise":
      if (!/^\d+[+-](?:,\d+[+-])*$/.test(third)) {
        process.stderr.write(`Decisions are numbers of changes with + or -, such as 1+,4-,7+.\n`);
        return 2;
      }
      return (await one(
        first,
        engine.revise(
          first,
          second,
          third.split(",").map((it) => [Number(it.slice(0, -1)), it.endsWith("+") ? "accept" : "reject"]),
        ),
      ))
        ? 0
        : 1;
    case "compare":
      return (await one(
        second,
        engine.compare(first, second, third, {
          author: process.env["USER"] || "Editor",
          date: `${new Date().toISOString().slice(0, 19)}Z`,
        }),
      ))
        ? 0
        : 1;
    case "queries":
      return (await queries(first)) ? 0 : 1;
    case "answer":
      return (await answer(first, second, third)) ? 0 : 1;
    case "certificate":
      return (await one(first, makeCertificate(engine, first, second, third || null))) ? 0 : 1;
    case "verify":
      return (await one(second, verifyCertificate(engine, first, second))) ? 0 : 1;
    case "re-edit":
      return (await one(second, engine.reEdit([first], second, basename(second)))) ? 0 : 1;
    default:
      return (await one(second, engine.gate(first, second))) ? 0 : 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
await engine.close();
