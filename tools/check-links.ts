/**
 * Checks that every link points to an existing page or endpoint, and that a URL with a parameter uses the router's typed
 * `href()`. Reads the values of `to=`, `href=`, `to:`, `href:`, `redirect()` and `navigate()` under `app/`. Computed
 * values are left to TypeScript.
 */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import routes from "#app/routes.ts";
import { type SourceNode, parseSource, walk } from "./parse-source.ts";

type Route = { path?: string; index?: boolean; children?: Route[] };
export type Link = { at: number; end: number; path: string; holes: boolean };
export type DeadLink = { file: string; line: number; link: string; reason: string };

/** Replaces a value in a link's path that's only known at run time. */
const HOLE = "\u0000";
/** Not checked, because a menu shows only the entries whose pages the router knows. */
const MENUS = "app/shells/menus.ts";
const NAMES = new Set(["to", "href"]);
const CALLS = new Set(["redirect", "redirectDocument", "navigate", "replace"]);

/** Every page's path, as app/routes.ts writes it. */
export function pagePaths(of: readonly Route[] = routes as Route[], above = ""): string[] {
  return of.flatMap((route) => {
    const here = route.path ? `${above}/${route.path}` : above;
    const own = route.index ? [here || "/"] : route.path && !route.children && route.path !== "*" ? [here] : [];
    return [...own, ...pagePaths(route.children ?? [], here)];
  });
}

/** Whether two paths can match. A parameter and a hole match any segment; `*` matches the rest. */
export function fits(link: string, known: string): boolean {
  const [mine, theirs] = [link.split("/"), known.split("/")];
  for (const [i, segment] of theirs.entries()) {
    if (segment === "*") return true;
    const own = mine[i];
    if (own === undefined) return false;
    if (own !== segment && !segment.startsWith(":") && !own.includes(HOLE)) return false;
    if (own === "" && segment.startsWith(":")) return false;
  }
  return mine.length === theirs.length;
}

/** A source text's literal links, with their positions. */
export function linksIn(file: string, source: string): Link[] {
  const { program } = parseSource(file, source);
  const constants = new Map<string, string>();
  walk(program, (node) => {
    if (node.type !== "VariableDeclarator") return true;
    const { id, init } = node as unknown as { id: SourceNode; init: SourceNode | null };
    const value = init?.type === "Literal" ? init["value"] : undefined;
    if (id.type === "Identifier" && typeof value === "string") constants.set(id["name"] as string, value);
    return true;
  });
  const found: Link[] = [];
  const read = (node: SourceNode | null | undefined): void => {
    if (!node) return;
    if (node.type === "JSXExpressionContainer") return read(node["expression"] as SourceNode);
    if (node.type === "ConditionalExpression") {
      read(node["consequent"] as SourceNode);
      return read(node["alternate"] as SourceNode);
    }
    if (node.type === "LogicalExpression") {
      read(node["left"] as SourceNode);
      return read(node["right"] as SourceNode);
    }
    const text = textOf(node, constants);
    if (text === null || !/^\/(?!\/)/.test(text)) return;
    const [bare = ""] = text.split(/[?#]/);
    found.push({ at: node.start, end: node.end, path: bare, holes: bare.includes(HOLE) });
  };
  walk(program, (node) => {
    if (node.type === "JSXAttribute") {
      const name = (node["name"] as SourceNode)["name"];
      if (typeof name === "string" && NAMES.has(name)) read(node["value"] as SourceNode);
    } else if (node.type === "Property") {
      const key = node["key"] as SourceNode;
      if (NAMES.has(String(key["name"] ?? key["value"]))) read(node["value"] as SourceNode);
    } else if (node.type === "CallExpression") {
      const callee = node["callee"] as SourceNode;
      if (callee.type === "Identifier" && CALLS.has(callee["name"] as string))
        read((node["arguments"] as SourceNode[])[0]);
    }
    return true;
  });
  return found;
}

/** The text of a string or template literal, with a hole for each unknown value. Null for anything else. */
function textOf(node: SourceNode, constants: ReadonlyMap<string, string>): string | null {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null;
  if (node.type !== "TemplateLiteral") return null;
  const quasis = node["quasis"] as { value: { cooked: string } }[];
  const parts = node["expressions"] as SourceNode[];
  return quasis
    .map(({ value }, i) => {
      const part = parts[i];
      if (!part) return value.cooked;
      const constant = part.type === "Identifier" ? constants.get(part["name"] as string) : undefined;
      return value.cooked + (constant ?? HOLE);
    })
    .join("");
}

/** What is wrong with a link, or null. @param mayType false for rules, which can't use the router */
export function objection(
  link: Link,
  pages: readonly string[],
  endpoints: readonly string[],
  mayType = true,
): string | null {
  const matching = pages.filter((page) => fits(link.path, page));
  if (matching.length === 0)
    return endpoints.some((it) => fits(link.path, it)) ? null : "no page and no endpoint has this address";
  // A page with only literal segments isn't an instance of a parameter.
  if (!mayType || !link.holes || matching.some((page) => !page.includes(":"))) return null;
  return `write href("${matching[0]}", { ... }), which checks the address and its parameters`;
}

/** URLs besides pages: those of app/endpoints.ts, the built files and the process. */
function endpointPaths(root: string): string[] {
  const source = readFileSync(path.join(root, "app/endpoints.ts"), "utf8");
  const written = [...source.matchAll(/["'`](\/[\w.:*/{}-]*)["'`]/g)].map((match) => match[1]!);
  const files = readdirSync(path.join(root, "public"), { recursive: true, encoding: "utf8" }).map((name) => `/${name}`);
  return [...written, ...files, "/assets/*"];
}

/** Every link under `app/` of the project at `root` that leads nowhere, or should be typed. */
export function checkLinks(root: string): { links: number; dead: DeadLink[] } {
  const pages = pagePaths();
  const endpoints = endpointPaths(root);
  let links = 0;
  const dead: DeadLink[] = [];
  for (const entry of readdirSync(path.join(root, "app"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    const file = path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/");
    if (file === MENUS) continue;
    const source = readFileSync(path.join(root, file), "utf8");
    for (const link of linksIn(file, source)) {
      links++;
      const reason = objection(link, pages, endpoints, !file.includes("/rules/"));
      if (reason !== null)
        dead.push({
          file,
          line: source.slice(0, link.at).split("\n").length,
          link: link.path.replaceAll(HOLE, "${…}"),
          reason,
        });
    }
  }
  return { links, dead };
}

if (import.meta.main) {
  const { links, dead } = checkLinks(path.resolve(import.meta.dirname, ".."));
  for (const { file, line, link, reason } of dead) console.error(`${file}:${line} links to ${link}: ${reason}`);
  console.log(`${links} links, ${dead.length} that lead nowhere or should be typed`);
  process.exitCode = dead.length === 0 && links > 0 ? 0 : 1;
}
