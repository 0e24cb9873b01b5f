/** Finds citations in the docs of things that don't exist: project files, linked pages, npm scripts. */
import { existsSync, globSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const FOLDERS = ["app", "boot", "db", "content", "docs", "e2e", "bench", "tools", ".ci"];

export type DeadCitation = { document: string; line: number; cited: string };

/** Dead citations in README.md and everything under `docs/` of the project at `root`. */
export function checkDocs(root: string): { documents: number; dead: DeadCitation[] } {
  const documents = ["README.md", ...listMarkdown(root, "docs")].filter((file) => existsSync(path.join(root, file)));
  const dead = documents.flatMap((document) =>
    readFileSync(path.join(root, document), "utf8")
      .split("\n")
      .flatMap((text, index) =>
        citations(text)
          .filter((cited) => !exists(root, document, cited))
          .map((cited) => ({ document, line: index + 1, cited })),
      ),
  );
  return { documents: documents.length, dead };
}

/** A Markdown line's citations: paths in code marks, link targets, npm scripts. */
export function citations(line: string): string[] {
  const found: string[] = [];
  for (const [, code] of line.matchAll(/`([^`]+)`/g)) {
    for (const word of code!.split(/[\s;()"'=]+|,(?=\s|$)/)) {
      // A placeholder such as <noun> or $id matches many paths, and none in particular.
      if (FOLDERS.some((folder) => word.startsWith(`${folder}/`)) && !/[<>$…]/.test(word))
        found.push(word.replace(/(?::\d+)+$|[.:]+$/, ""));
    }
    for (const [, script] of code!.matchAll(/\bnpm run (?:-s |--silent )?([\w:-]+)/g)) found.push(`npm run ${script}`);
  }
  for (const [, target] of line.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (!/^(?:[a-z]+:|#|\/)/.test(target!)) found.push(`link ${target!.split("#")[0]}`);
  }
  return found;
}

function exists(root: string, document: string, cited: string): boolean {
  if (cited.startsWith("npm run ")) {
    const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
      scripts?: Record<string, string>;
    };
    return manifest.scripts?.[cited.slice("npm run ".length)] !== undefined;
  }
  if (cited.startsWith("link "))
    return existsSync(path.join(root, path.dirname(document), cited.slice("link ".length)));
  return alternatives(cited).every((file) =>
    file.includes("*") ? globSync(file, { cwd: root }).length > 0 : existsSync(path.join(root, file)),
  );
}

/** Expands `{rules,server}`. */
function alternatives(text: string): string[] {
  const choice = /\{([^{}]+)\}/.exec(text);
  if (choice === null) return [text];
  return choice[1]!.split(",").flatMap((option) => alternatives(text.replace(choice[0], option)));
}

function listMarkdown(root: string, folder: string): string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join(folder, file))
    .sort();
}

if (import.meta.main) {
  const { documents, dead } = checkDocs(path.resolve(import.meta.dirname, ".."));
  for (const { document, line, cited } of dead) console.error(`${document}:${line} cites what is not there: ${cited}`);
  console.log(`${documents} documents, ${dead.length} dead citations`);
  process.exitCode = dead.length === 0 ? 0 : 1;
}
