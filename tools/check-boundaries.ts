/**
 * The dependency rule: maps -> screens, shells -> server, ui -> rules -> platform, and the ladder of the features.
 * Reads the imports of everything under `app/` and names each one that breaks it.
 */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** A feature may import itself and the ones before it. Use a fact to reach one above. */
export const LADDER = [
  "company",
  "accounts",
  "documents",
  "pricing",
  "editors",
  "orders",
  "certificates",
  "matching",
  "messages",
  "payments",
  "payouts",
  "support",
  "notifications",
  "blog",
  "marketing",
  "backoffice",
] as const;

export type Import = {
  /** What the import says, or the path from the project's root for a file of the project. */
  target: string;
  /** True for `import type`, which is gone when the program runs. */
  typeOnly: boolean;
};

type Place =
  | { kind: "feature"; noun: string; room: string }
  | { kind: "platform"; room: string }
  | { kind: "shells" | "ui" | "map" | "context" | "browser entry" | "outside" | "package" };

/** Packages and Node modules that reach the disk, the network, the database, the screen or the clock. */
const IMPURE =
  /^(?:node:(?!buffer$|util$|string_decoder$|zlib$)|fs$|react(?:$|\/|-)|@react-|@mantine\/|@tabler\/|kysely|pg(?:$|-|\/)|hono|@hono\/|stripe|nodemailer|better-auth|@better-auth\/|@aws-sdk\/|@tus\/|@uppy\/|pdfkit)/;
const SERVER_ONLY =
  /^(?:node:|fs$|kysely|pg(?:$|-|\/)|hono|@hono\/|stripe|nodemailer|@aws-sdk\/|@tus\/|pdfkit|better-auth$|react-dom\/server|@react-router\/node)/;

function placeOf(target: string): Place {
  const [top, second, third, fourth] = target.split("/");
  if (top === "app") {
    if (second === "features" && third !== undefined) return { kind: "feature", noun: third, room: fourth ?? "" };
    if (second === "platform") return { kind: "platform", room: third ?? "" };
    if (second === "shells" || second === "ui") return { kind: second };
    if (second === "context.ts") return { kind: "context" };
    if (second?.startsWith("entry.client")) return { kind: "browser entry" };
    return { kind: "map" };
  }
  return ["boot", "db", "tools", "bench", "e2e", "content", "build"].includes(top ?? "")
    ? { kind: "outside" }
    : { kind: "package" };
}

/** Why `from` (a path from the project's root) may not have this import, or null. */
export function objection(from: string, imported: Import): string | null {
  const here = placeOf(from);
  const there = placeOf(imported.target);
  if (here.kind === "feature" && !(LADDER as readonly string[]).includes(here.noun))
    return `the feature ${here.noun} has no place on the ladder`;

  if (there.kind === "package") {
    if (isRules(here) && !imported.typeOnly && IMPURE.test(imported.target))
      return "rules are pure: no I/O, clock, React or SQL";
    if (isBrowserSide(here) && !imported.typeOnly && SERVER_ONLY.test(imported.target))
      return "this file runs in the browser, and the package does not";
    return null;
  }
  if (there.kind === "outside") {
    if (here.kind === "map") return null;
    if (imported.target === "db/schema.ts" && (imported.typeOnly || isServer(here)))
      return isRules(here) ? "rules know no tables" : null;
    if (imported.target.startsWith("content/") && !isRules(here)) return null;
    return `${imported.target.split("/")[0]}/ stands outside the application`;
  }
  if (there.kind === "feature" && there.room === "testing") return "only tests use what is made for tests";
  if (here.kind === "map") return null;
  if (there.kind === "map") return "only the process may import the maps";
  if (there.kind === "context")
    return isLeaf(here) || isServer(here) ? null : "only screens, shells and servers know the request's context";
  if (isRules(here) && !isRules(there)) return "rules import only rules";

  if (here.kind === "platform") {
    if (there.kind !== "platform") return "the platform knows no feature, shell or design";
    if (here.room === "browser" && there.room === "server" && !imported.typeOnly)
      return "server code may not reach the browser";
    if (here.room === "server" && there.room === "browser") return "the server does not run browser code";
    return null;
  }
  if (isBrowserSide(here) && isServer(there) && !imported.typeOnly) return "server code may not reach the browser";
  if (here.kind === "ui" || here.kind === "browser entry")
    return there.kind === "feature" || there.kind === "shells" ? "the design system knows no feature" : null;
  if (isLeaf(here))
    return there.kind === "feature" &&
      there.room === "screens" &&
      !(here.kind === "feature" && here.noun === there.noun)
      ? "screens are leaves: share through ui"
      : null;

  if (here.kind === "feature") {
    if (there.kind === "shells") return "shells are leaves";
    if (there.kind === "feature") {
      if (there.room === "screens") return "screens are leaves";
      const [mine, theirs] = [LADDER.indexOf(here.noun as never), LADDER.indexOf(there.noun as never)];
      if (theirs === -1) return `the feature ${there.noun} has no place on the ladder`;
      if (theirs > mine) return `${there.noun} is above ${here.noun}: use a fact instead`;
    }
    if (
      here.room === "server" &&
      (there.kind === "ui" ||
        (there.kind === "feature" && there.room === "ui") ||
        (there.kind === "platform" && there.room === "browser"))
    )
      return "what happens does not depend on what is shown";
  }
  return null;
}

const isRules = (place: Place): boolean =>
  (place.kind === "feature" || place.kind === "platform") && place.room === "rules";
const isServer = (place: Place): boolean =>
  (place.kind === "feature" || place.kind === "platform") && place.room === "server";
const isLeaf = (place: Place): boolean =>
  place.kind === "shells" || (place.kind === "feature" && place.room === "screens");
const isBrowserSide = (place: Place): boolean =>
  place.kind === "ui" ||
  place.kind === "browser entry" ||
  (place.kind === "feature" && place.room === "ui") ||
  (place.kind === "platform" && place.room === "browser");

const STATIC =
  /^[ \t]*(?:import|export)[ \t]+(type[ \t]+(?!from\b))?(?:[\w*${][^"'`;()]*?[ \t}]from[ \t]*)["']([^"']+)["']/gm;
const SIDE_EFFECT = /^[ \t]*import[ \t]*["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\([ \t\n]*["'`]([^"'`]+)["'`]/g;

/** The imports of a source text; `file` is its path from the project's root. */
export function importsOf(file: string, source: string): Import[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^[ \t]*\/\/.*$/gm, "");
  const found: Import[] = [];
  for (const match of code.matchAll(STATIC))
    found.push({ target: resolve(file, match[2]!), typeOnly: match[1] !== undefined });
  for (const match of code.matchAll(SIDE_EFFECT)) found.push({ target: resolve(file, match[1]!), typeOnly: false });
  for (const match of code.matchAll(DYNAMIC)) found.push({ target: resolve(file, match[1]!), typeOnly: false });
  return found;
}

function resolve(file: string, specifier: string): string {
  const [plain] = specifier.split("?");
  if (plain!.startsWith("#")) return plain!.slice(1);
  return plain!.startsWith(".") ? path.posix.normalize(path.posix.join(path.posix.dirname(file), plain!)) : plain!;
}

export type Violation = { file: string; target: string; reason: string };

/** Every import under `app/` of the project at `root` that breaks the rule. Tests may look everywhere. */
export function checkBoundaries(root: string): { files: number; violations: Violation[] } {
  const files = readdirSync(path.join(root, "app"), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.tsx?$/.test(entry.name) &&
        !/\.test\.tsx?$/.test(entry.name) &&
        !/[\\/]testing(?:[\\/]|$)/.test(entry.parentPath),
    )
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
  const violations = files.flatMap((file) =>
    importsOf(file, readFileSync(path.join(root, file), "utf8")).flatMap((imported) => {
      // The types that the router writes beside a screen.
      if (imported.target.includes("/+types/")) return [];
      const reason = objection(file, imported);
      return reason === null ? [] : [{ file, target: imported.target, reason }];
    }),
  );
  return { files: files.length, violations };
}

if (import.meta.main) {
  const { files, violations } = checkBoundaries(path.resolve(import.meta.dirname, ".."));
  for (const { file, target, reason } of violations) console.error(`${file} imports ${target}: ${reason}`);
  console.log(`${files} files, ${violations.length} imports across a boundary`);
  process.exitCode = violations.length === 0 && files > 0 ? 0 : 1;
}
