import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { createEngine } from "#app/features/documents/server/engine.ts";
import { EDIT_KINDS } from "#app/features/documents/rules/kinds/edit-kind.ts";
import type { QueryAnswer } from "#app/features/documents/rules/queries/answer-queries.ts";
import type { Refusal } from "#app/features/documents/rules/readers/refusal.ts";
import { makeCertificate, verifyCertificate } from "./certificate.ts";

/** `npm run -s document -- words FILE...` and the like: the document engine on the command line. */

const USAGE = `Usage: npm run -s document -- COMMAND
  words FILE...          the word count, one JSON line a file
  text FILE...           the text, tracked changes accepted
  check FILE...          what contradicts itself, one JSON line a file; before the files: --style apa|vancouver,
                         and for blind review --blind "NAME; NAME"
  accept FILE OUT        write a .docx with all tracked changes accepted
  reject FILE OUT        write a .docx with all tracked changes rejected
  revise FILE OUT DECISIONS  accept or reject some, by their numbers in "changes": 1+,4-,7+
  clean FILE OUT         accept, and remove comments and people's names
  scrub FILE OUT         change only who is named: authors, saving marks, properties, paths
  working FILE OUT       write a plain .docx of any manuscript's text
  changes FILE           the tracked changes with their kinds, and the comments, as JSON
  turn FILE --kinds KIND,KIND --out OUT  write a .docx with the changes of these kinds turned into comments
  compare A B OUT        write B with all that differs from A as tracked changes
  queries FILE           what the comments ask their author, one JSON line each
  answer FILE ANSWERS.json OUT  write answers in: [{"id":"0","option":1,"text":"..."}], options counted from 1
  re-edit DELIVERED NEW  which sentences of a new version are changed or new, as JSON
  certificate FILE OUT.pdf [TITLE]  write the certificate of a file's text; the line that it prints is what "verify" takes
  verify CERT.json FILE  how much of a file is that text, as JSON
  gate SOURCE TRACKED    whether every edit is tracked, and what the edits changed besides language, as JSON`;

// A person is waiting, so it gets more time than on the server.
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

/** Prints a task's result for one file. A refusal fails the command. */
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

/** Fills in answers from a file. Each names a comment by id and, if needed, an option by number. */
async function answer(file: string, answersFile: string, out: string): Promise<boolean> {
  let answers: QueryAnswer[];
  try {
    const found = await engine.queries(file, null);
    if (!found.ok) {
      line(failed(file, found));
      return false;
    }
    const date = now();
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
  return one(file, engine.answer(file, out, answers, person("Author")));
}

async function readWords(files: readonly string[]): Promise<boolean> {
  // In order of completion.
  const results = files.map((file) => words(file));
  for (const result of results) line(await result);
  return true;
}

async function readTexts(files: readonly string[]): Promise<boolean> {
  for (const file of files) {
    try {
      const found = await engine.text(file, basename(file));
      if (found.ok) process.stdout.write(`${found.text}\n`);
      else line(failed(file, found));
    } catch (error) {
      line(missing(file, error));
    }
  }
  return true;
}

/** @returns null if an option isn't known */
async function check(args: readonly string[]): Promise<boolean | null> {
  const options: { styleGuide: string | null; blindAuthors: string[] } = { styleGuide: null, blindAuthors: [] };
  const files: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    const next = args[i + 1] ?? "";
    if (arg === "--style" && /^(?:apa|vancouver)$/.test(next)) options.styleGuide = next;
    else if (arg === "--blind" && next !== "")
      options.blindAuthors = next
        .split(";")
        .map((name) => name.trim())
        .filter((name) => name !== "");
    else if (arg.startsWith("--")) {
      process.stderr.write(`${USAGE}\n`);
      return null;
    } else {
      files.push(arg);
      continue;
    }
    i++;
  }
  const results = files.map((file) => checked(file, options));
  for (const result of results) line(await result);
  return files.length > 0 ? true : null;
}

async function checked(file: string, options: Parameters<typeof engine.check>[2]): Promise<unknown> {
  try {
    const found = await engine.check(file, basename(file), options);
    if (!found.ok) return failed(file, found);
    const findings = found.findings.map(({ group, rule, message, forms, places, folded }) => ({
      group,
      rule,
      message,
      forms,
      places: places.map(({ section, text }) => ({ section, text })),
      folded,
    }));
    return { file, language: found.language, findings };
  } catch (error) {
    return missing(file, error);
  }
}

/** Decisions such as "1+,4-": changes by number, accepted or rejected. */
async function revise(file: string, out: string, decisions: string): Promise<boolean | null> {
  if (!/^\d+[+-](?:,\d+[+-])*$/.test(decisions)) {
    process.stderr.write(`Decisions are numbers of changes with + or -, such as 1+,4-,7+.\n`);
    return null;
  }
  const chosen = decisions
    .split(",")
    .map((it): [number, "accept" | "reject"] => [Number(it.slice(0, -1)), it.endsWith("+") ? "accept" : "reject"]);
  return one(file, engine.revise(file, out, chosen));
}

/** Turns the changes of some kinds into comments. @returns null on wrong usage */
async function turn(args: readonly string[]): Promise<boolean | null> {
  const after = (option: string): string => args[args.indexOf(option) + 1] ?? "";
  const [file = "", kinds, out] = [args[0], after("--kinds").split(","), after("--out")];
  const unknown = kinds.find((kind) => !(EDIT_KINDS as readonly string[]).includes(kind));
  if (args.length !== 5 || !args.includes("--kinds") || !args.includes("--out") || unknown !== undefined) {
    process.stderr.write(
      unknown ? `"${unknown}" is not a kind. The kinds are: ${EDIT_KINDS.join(", ")}.\n` : `${USAGE}\n`,
    );
    return null;
  }
  try {
    const found = await engine.changes(file);
    if (found.ok) {
      const ids = found.revisions.filter((change) => kinds.includes(change.editKind)).map((change) => change.id);
      return await one(file, engine.turn(file, out, ids));
    }
    line(failed(file, found));
  } catch (error) {
    line(missing(file, error));
  }
  return false;
}

const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`;
const person = (role: string): string => process.env["USER"] || role;

/** Each command with its number of arguments. It returns whether everything went well, or null on wrong usage. */
const COMMANDS: Record<string, { needs: number; run: (args: Args) => Promise<boolean | null> }> = {
  words: { needs: 1, run: ({ all }) => readWords(all) },
  text: { needs: 1, run: ({ all }) => readTexts(all) },
  check: { needs: 1, run: ({ all }) => check(all) },
  accept: { needs: 2, run: ({ a, b }) => one(a, engine.accept(a, b)) },
  reject: { needs: 2, run: ({ a, b }) => one(a, engine.reject(a, b)) },
  clean: { needs: 2, run: ({ a, b }) => one(a, engine.clean(a, b, { scrubAuthors: true })) },
  scrub: {
    needs: 2,
    run: ({ a, b }) => one(a, engine.scrub(a, b, { authors: "", dates: "day", rsids: true, names: true })),
  },
  working: { needs: 2, run: ({ a, b }) => one(a, engine.workingCopy(a, basename(a), b)) },
  changes: { needs: 1, run: ({ a }) => one(a, engine.changes(a)) },
  compare: {
    needs: 3,
    run: ({ a, b, c }) => one(b, engine.compare(a, b, c, { author: person("Editor"), date: now() })),
  },
  revise: { needs: 3, run: ({ a, b, c }) => revise(a, b, c) },
  turn: { needs: 5, run: ({ all }) => turn(all) },
  gate: { needs: 2, run: ({ a, b }) => one(b, engine.gate(a, b)) },
  queries: { needs: 1, run: ({ a }) => queries(a) },
  answer: { needs: 3, run: ({ a, b, c }) => answer(a, b, c) },
  "re-edit": { needs: 2, run: ({ a, b }) => one(b, engine.reEdit([a], b, basename(b))) },
  certificate: { needs: 2, run: ({ a, b, c }) => one(a, makeCertificate(engine, a, b, c || null)) },
  verify: { needs: 2, run: ({ a, b }) => one(b, verifyCertificate(engine, a, b)) },
};
type Args = { all: string[]; a: string; b: string; c: string };

/** @returns the exit status: 0 done, 1 failed, 2 wrong usage */
async function main([name = "", ...all]: string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) process.stderr.write(name === "" ? `${USAGE}\n` : `"${name}" is not a command.\n${USAGE}\n`);
  else if (all.length < command.needs) process.stderr.write(`${USAGE}\n`);
  else {
    const [a = "", b = "", c = ""] = all;
    const well = await command.run({ all, a, b, c });
    return well === null ? 2 : well ? 0 : 1;
  }
  return 2;
}

process.exitCode = await main(process.argv.slice(2));
await engine.close();
