/**
 * Everything the product responds to, read from its maps and sources, so new code is fuzzed without being listed here.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import routes from "#app/routes.ts";
import { type SourceNode, parseSource, walk } from "../tools/parse-source.ts";

const APP = path.resolve(import.meta.dirname, "../app");

export type Endpoint = { method: string; path: string };
/** What code reads: field and query parameter names, and the intents of its forms. */
export type Vocabulary = { names: string[]; intents: string[] };
/** A page, with `{name}` for a parameter, and the vocabulary of its screen and the code behind it. */
export type PageTarget = { path: string; hasAction: boolean; reads: Vocabulary };

type Route = { path?: string; index?: boolean; file: string; children?: Route[] };

/** Every page of app/routes.ts. */
export function pageTargets(of: readonly Route[] = routes as Route[], above = ""): PageTarget[] {
  return of.flatMap((route) => {
    const here = route.path ? `${above}/${route.path}` : above;
    const source = readFileSync(path.join(APP, route.file), "utf8");
    const own =
      route.children || (!route.index && !route.path)
        ? []
        : [
            {
              path: (here || "/").replaceAll(/:(\w+)/g, "{$1}"),
              hasAction: /export (?:async function|function|const) action\b|export \{[^}]*\baction\b/.test(source),
              reads: readVocabulary(behind(path.join(APP, route.file))),
            },
          ];
    return [...own, ...pageTargets(route.children ?? [], here)];
  });
}

/**
 * Every endpoint of app/endpoints.ts, the callable functions, and the sign-in service's URLs. @throws if one can't be
 * read
 */
export function endpointTargets(): Endpoint[] {
  const source = readFileSync(path.join(APP, "endpoints.ts"), "utf8");
  const table = source.slice(source.indexOf("export const endpoints"));
  const found = [...table.matchAll(/method: "(\w+)",\s*path: (?:"([^"]+)"|([\w.]+))/g)].map(
    ([, method = "", literal, name]) => ({ method, path: literal ?? constantOf(source, name!) }),
  );
  const handlers = table.match(/\bhandle:/g)?.length ?? 0;
  if (found.length === 0 || found.length !== handlers)
    throw new Error(`app/endpoints.ts has ${handlers} handlers, and ${found.length} addresses could be read.`);
  const auth = readFileSync(path.join(APP, "features/accounts/server/sign-in/auth-endpoint.ts"), "utf8");
  const calls = /answerCalls\(\{([^}]*)\}/.exec(table)?.[1] ?? "";
  return [
    ...found,
    ...[...auth.matchAll(/"(GET|POST) (\/[\w/-]+)"/g)].map(([, method = "", at = ""]) => ({
      method,
      path: `/api/auth${at}`,
    })),
    ...[...calls.matchAll(/(\w+):/g)].map(([, name = ""]) => ({ method: "POST", path: `/api/call/${name}` })),
  ].map((it) => ({ ...it, path: it.path.replaceAll(/:(\w+)/g, "{$1}") }));
}

/** A constant's value that the endpoint map imports, or that of one of its keys: "START_PATH", "SSO_PATHS.start". */
function constantOf(source: string, address: string): string {
  const [name, key] = address.split(".");
  for (const [, names = "", from = ""] of source.matchAll(/import \{([^}]*)\} from "#app\/([^"]+)"/g)) {
    if (!names.split(",").some((it) => it.trim() === name)) continue;
    const value = new RegExp(
      `export const ${name}[^=]*=\\s*${key ? `\\{[^}]*?\\b${key}:\\s*` : ""}["\`]([^"\`]+)["\`]`,
    ).exec(readFileSync(path.join(APP, from), "utf8"));
    if (value) return value[1]!;
  }
  throw new Error(`The address ${address} of app/endpoints.ts can't be read.`);
}

/** The vocabulary of the whole code. */
export const wholeVocabulary = (): Vocabulary =>
  readVocabulary(
    readdirSync(APP, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => path.join(APP, file)),
  );

/** How deep imports are followed from a screen. */
const DEPTH = 3;

/** What a screen shares with those of other features. */
const SHARED = /#app\/(?:platform\/rules\/list-query|features\/[^"]*-intents)/.source;

/** A screen and its direct and indirect imports from its own feature, and shared lists and intents. */
function behind(screen: string): string[] {
  const found = new Set([screen]);
  let next = [screen];
  for (let depth = 0; depth < DEPTH; depth++) {
    next = next.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(new RegExp(`from "(\\.[^"]+|${SHARED})\\.(tsx?)"`, "g"))]
        .map(([, to = "", ending]) =>
          to.startsWith("#app")
            ? path.join(APP, `${to.slice(5)}.${ending}`)
            : path.resolve(path.dirname(file), `${to}.${ending}`),
        )
        .filter((it) => existsSync(it) && !found.has(it)),
    );
    for (const file of next) found.add(file);
  }
  return [...found];
}

function readVocabulary(files: readonly string[]): Vocabulary {
  const names = new Set<string>();
  const intents = new Set<string>();
  for (const file of files) {
    const source = readFileSync(file, "utf8");
    for (const pattern of [
      /\.(?:get|getAll|has)\(\s*"([\w.]+)"/g,
      /\bname[=:]\s*"([\w.]+)"/g,
      /\b(\w+): (?:z\.|Id\b|null[,}]|\[)/g,
      /(?:text|textOf|field|number|flag|of)\(\s*(?:form,\s*)?"([\w-]+)"/gi,
    ])
      for (const [, name = ""] of source.matchAll(pattern)) if (/^[a-z_]/.test(name)) names.add(name);
    for (const pattern of [
      /case "([\w.-]+)":/g,
      /intent\w*\)? ?[=!]==? "([\w.-]+)"/g,
      /intent["']? value="([\w.-]+)"/g,
    ])
      for (const [, intent = ""] of source.matchAll(pattern)) intents.add(intent);
    for (const intent of intentsOf(file, source)) intents.add(intent);
  }
  return { names: [...names].sort(), intents: [...intents].sort() };
}

/** The keys of a page's map of intents, and of the maps that pages share: what's called intents, or ends with it. */
function intentsOf(file: string, source: string): string[] {
  if (!source.includes("ntents")) return [];
  const found: string[] = [];
  walk(parseSource(file, source).program, (node) => {
    const named = (node.key ?? node.id) as { name?: string } | undefined;
    if (!/(?:^i|I)ntents$/.test(named?.name ?? "")) return true;
    let map: SourceNode | undefined;
    walk(node.type === "Property" ? node.value : (node.init ?? node.body), (it) => {
      if (it.type === "ObjectExpression") map ??= it;
      return !map;
    });
    for (const { key } of (map?.properties ?? []) as { key?: { name?: string; value?: string } }[]) {
      const intent = key?.name ?? key?.value;
      if (intent) found.push(intent);
    }
    return false;
  });
  return found;
}
