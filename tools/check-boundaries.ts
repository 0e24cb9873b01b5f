/**
 * The dependency rule: maps -> screens, shells -> server, ui -> rules -> platform, and the ladder of the features.
 * Checks every import under `app/`, and that no folder has more files than one reads at a glance.
 */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** A feature may import itself and those before it. Use a fact to reach one above. */
export const LADDER = [
  "company",
  "policy",
  "accounts",
  "organizations",
  "tax",
  "partners",
  "documents",
  "style-sheets",
  "pricing",
  "policy-profiles",
  "editors",
  "orders",
  "certificates",
  "matching",
  "quotes",
  "messages",
  "payments",
  "payouts",
  "support",
  "notifications",
  "emails",
  "blog",
  "marketing",
  "integrations",
  "privacy",
  "backoffice",
] as const;

export type Import = {
  /** The import's specifier, or the path from the project's root for a project file. */
  target: string;
  /** True for `import type`, which doesn't exist at run time. */
  typeOnly: boolean;
};

type Place =
  | { kind: "feature"; noun: string; room: string }
  | { kind: "platform"; room: string }
  | { kind: "shells" | "ui" | "map" | "context" | "browser entry" | "outside" | "package" };

/** Packages and Node modules with access to the disk, the network, the database, the screen or the clock. */
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

/**
 * A rule's verdict on an import: the objection, null to allow it regardless of later rules, or undefined for no
 * opinion.
 */
type Rule = (here: Place, there: Place, imported: Import) => string | null | undefined;

const packages: Rule = (here, there, { target, typeOnly }) => {
  if (there.kind !== "package") return undefined;
  if (isRules(here) && !typeOnly && IMPURE.test(target)) return "rules are pure: no I/O, clock, React or SQL";
  if (isBrowserSide(here) && !typeOnly && SERVER_ONLY.test(target))
    return "this file runs in the browser, and the package does not";
  return null;
};

const outside: Rule = (here, there, { target, typeOnly }) => {
  if (there.kind !== "outside") return undefined;
  if (here.kind === "map") return null;
  if (target === "db/schema.ts" && (typeOnly || isServer(here))) return isRules(here) ? "rules know no tables" : null;
  if (target.startsWith("content/") && !isRules(here)) return null;
  return `${target.split("/")[0]}/ stands outside the application`;
};

const madeForTests: Rule = (_, there) =>
  there.kind === "feature" && there.room === "testing" ? "only tests use what is made for tests" : undefined;

const maps: Rule = (here, there) => {
  if (here.kind === "map") return null;
  return there.kind === "map" ? "only the process may import the maps" : undefined;
};

const context: Rule = (here, there) => {
  if (there.kind !== "context") return undefined;
  return isLeaf(here) || isServer(here) ? null : "only screens, shells and servers know the request's context";
};

const rules: Rule = (here, there) => (isRules(here) && !isRules(there) ? "rules import only rules" : undefined);

const platform: Rule = (here, there, { typeOnly }) => {
  if (here.kind !== "platform") return undefined;
  if (there.kind !== "platform") return "the platform knows no feature, shell or design";
  if (here.room === "browser" && there.room === "server" && !typeOnly) return "server code may not reach the browser";
  if (here.room === "server" && there.room === "browser") return "the server does not run browser code";
  return null;
};

const browser: Rule = (here, there, { typeOnly }) =>
  isBrowserSide(here) && isServer(there) && !typeOnly ? "server code may not reach the browser" : undefined;

const design: Rule = (here, there) => {
  if (here.kind !== "ui" && here.kind !== "browser entry") return undefined;
  return there.kind === "feature" || there.kind === "shells" ? "the design system knows no feature" : null;
};

const leaves: Rule = (here, there) => {
  if (!isLeaf(here)) return undefined;
  const isOwn = here.kind === "feature" && there.kind === "feature" && here.noun === there.noun;
  return isScreen(there) && !isOwn ? "screens are leaves: share through ui" : null;
};

const features: Rule = (here, there) => {
  if (here.kind !== "feature") return null;
  if (there.kind === "shells") return "shells are leaves";
  if (isScreen(there)) return "screens are leaves";
  if (there.kind === "feature" && !isOnLadder(there.noun))
    return `the feature ${there.noun} has no place on the ladder`;
  if (there.kind === "feature" && ladderIndex(there.noun) > ladderIndex(here.noun))
    return `${there.noun} is above ${here.noun}: use a fact instead`;
  return here.room === "server" && isShown(there) ? "what happens does not depend on what is shown" : null;
};

/** The first rule with an opinion decides. */
const RULES: readonly Rule[] = [
  packages,
  outside,
  madeForTests,
  maps,
  context,
  rules,
  platform,
  browser,
  design,
  leaves,
  features,
];

/** Why `from` (a path from the project's root) may not have this import, or null. */
export function objection(from: string, imported: Import): string | null {
  const here = placeOf(from);
  const there = placeOf(imported.target);
  if (here.kind === "feature" && !isOnLadder(here.noun)) return `the feature ${here.noun} has no place on the ladder`;
  for (const rule of RULES) {
    const said = rule(here, there, imported);
    if (said !== undefined) return said;
  }
  return null;
}

const ladderIndex = (noun: string): number => (LADDER as readonly string[]).indexOf(noun);
const isOnLadder = (noun: string): boolean => ladderIndex(noun) !== -1;
const isScreen = (place: Place): boolean => place.kind === "feature" && place.room === "screens";
/** UI code that's rendered or runs in the browser. */
const isShown = (place: Place): boolean =>
  place.kind === "ui" ||
  (place.kind === "feature" && place.room === "ui") ||
  (place.kind === "platform" && place.room === "browser");
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

/** Asking for a flag of somebody who acts. `may` and `hasRole` ask for what they may do. */
const ASKS_FLAG = /\b(?:actor|person|reader|session|staff|user|Person\)|useSession\(\))\??\.(?:isAdmin|isSupport)\b/;

/** Why a file may not ask who somebody is, or null. Only rules name roles; everything else asks for a duty. */
export function roleObjection(file: string, source: string): string | null {
  const asked = file.includes("/rules/") ? null : ASKS_FLAG.exec(source);
  return asked ? `${asked[0]}: ask may(actor, "...") instead (app/platform/rules/core/duties.ts)` : null;
}

/** A source text's imports. `file` is its path from the project's root. */
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

/** Files in one folder, with style sheets and without tests. */
export const ROOM_FILES = 30;

/** Folders with more than `ROOM_FILES` of these files. */
export function fullRooms(files: readonly string[]): string[] {
  const rooms = Object.groupBy(files, (file) => path.posix.dirname(file));
  return Object.entries(rooms)
    .filter(([, inside]) => inside!.length > ROOM_FILES)
    .map(
      ([room, inside]) => `${room} has ${inside!.length} files, more than ${ROOM_FILES}: give it folders by activity`,
    );
}

export type Violation = { file: string; target: string; reason: string };

/** Every import under `app/` of the project at `root` that breaks the rule. Tests may import anything. */
export function checkBoundaries(root: string): {
  files: number;
  violations: Violation[];
  full: string[];
  roles: string[];
} {
  const all = readdirSync(path.join(root, "app"), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.(?:tsx?|css)$/.test(entry.name) &&
        !/\.test\.tsx?$/.test(entry.name) &&
        !/[\\/]testing(?:[\\/]|$)/.test(entry.parentPath),
    )
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
  const files = all.filter((file) => !file.endsWith(".css"));
  const violations = files.flatMap((file) =>
    importsOf(file, readFileSync(path.join(root, file), "utf8")).flatMap((imported) => {
      // The types that the router generates for a screen.
      if (imported.target.includes("/+types/")) return [];
      const reason = objection(file, imported);
      return reason === null ? [] : [{ file, target: imported.target, reason }];
    }),
  );
  const roles = files.flatMap((file) => {
    const reason = roleObjection(file, readFileSync(path.join(root, file), "utf8"));
    return reason === null ? [] : [`${file} asks ${reason}`];
  });
  return { files: files.length, violations, full: fullRooms(all), roles };
}

if (import.meta.main) {
  const { files, violations, full, roles } = checkBoundaries(path.resolve(import.meta.dirname, ".."));
  for (const { file, target, reason } of violations) console.error(`${file} imports ${target}: ${reason}`);
  for (const wrong of [...full, ...roles]) console.error(wrong);
  console.log(`${files} files, ${violations.length} imports across a boundary`);
  process.exitCode = violations.length + full.length + roles.length === 0 && files > 0 ? 0 : 1;
}
