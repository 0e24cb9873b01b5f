import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Rule } from "postcss";
import { type Asked, CUSTOM_PROPERTY, type Page, askedBy, carriedBy, isMet } from "./selectors.ts";

/** Parsed sheets and their selectors. Built files never change, so each is parsed once. */
const parsed = new Map<string, postcss.Root>();
const selectors = new WeakMap<Rule, Asked[]>();

function parse(css: string): postcss.Root {
  let root = parsed.get(css);
  if (!root) {
    root = postcss.parse(css);
    root.walkRules((rule) => {
      selectors.set(rule, rule.selectors.map(askedBy));
    });
    parsed.set(css, root);
  }
  return root;
}

const isContainer = (node: ChildNode): node is (AtRule | Rule) & Container<ChildNode> =>
  "nodes" in node && node.nodes !== undefined;

/** The kept part of a sheet: declarations with their surrounding rules. */
type Kept = { open: string; inside: (Kept | Declaration | string)[] };
/** The declarations of the root's custom properties that win the cascade, by selector and name. */
type Winners = Map<string, Declaration>;

const ROOT_SELECTOR = /^:root(?:\[[^\]]*\])?$/;
const rootKey = (selector: string, prop: string): string => `${selector.replaceAll(/["']/g, "")} ${prop}`;

/**
 * Which declaration of each of the root's custom properties applies: the last one outside layers, or else the last one.
 */
function findWinners(root: postcss.Root, winners: Winners): void {
  const search = (container: Container<ChildNode>, isLayered: boolean): void => {
    container.each((node) => {
      if (node.type === "atrule" && node.name === "layer" && isContainer(node)) search(node, true);
      else if (node.type === "rule")
        for (const { text: selector } of (selectors.get(node) ?? []).filter((it) => ROOT_SELECTOR.test(it.text)))
          node.each((it) => {
            if (it.type !== "decl" || !it.prop.startsWith("--")) return;
            const key = rootKey(selector, it.prop);
            const other = winners.get(key);
            if (!other || !isLayered || isInLayer(other)) winners.set(key, it);
          });
    });
  };
  search(root, false);
}
const isInLayer = (it: Declaration): boolean => it.parent?.parent?.type === "atrule";

/** The part of a sheet or rule that a page can use. */
function keep(container: Container<ChildNode>, page: Page, winners: Winners, open: string): Kept {
  const inside: Kept["inside"] = [];
  for (const node of container.nodes ?? []) {
    if (node.type === "decl") inside.push(node);
    else if (node.type === "rule") {
      const all = selectors.get(node) ?? [];
      // A nested rule is kept with its parent.
      const met = container.type === "rule" ? node.selectors : all.filter((it) => isMet(it, page)).map((it) => it.text);
      if (met.length === 0) continue;
      const kept = keep(node, page, winners, met.join(","));
      if (met.every((it) => ROOT_SELECTOR.test(it)) && !isConditional(node))
        kept.inside = kept.inside.filter(
          (it) =>
            typeof it === "string" ||
            "inside" in it ||
            !it.prop.startsWith("--") ||
            met.some((selector) => winners.get(rootKey(selector, it.prop)) === it),
        );
      inside.push(kept);
    } else if (node.type === "atrule") {
      const head = `@${node.name}${node.params ? ` ${node.params}` : ""}`;
      if (page.atRest && node.name === "media" && node.params === "print") continue;
      if (!isContainer(node)) inside.push(`${head};`);
      else if (/^(?:(?:-webkit-)?keyframes|property|font-face)$/.test(node.name)) inside.push(node.toString());
      else inside.push(keep(node, page, winners, head));
    }
  }
  return { open, inside };
}

/** Whether a rule applies only sometimes: in a media query, for instance. */
function isConditional(rule: Rule): boolean {
  for (let it: Container | postcss.Document | undefined = rule.parent; it; it = it.parent as Container | undefined)
    if (it.type === "atrule" && (it as AtRule).name !== "layer") return true;
  return false;
}

function* declarationsOf(kept: Kept): Generator<Declaration> {
  for (const it of kept.inside) {
    if (typeof it === "string") continue;
    if ("inside" in it) yield* declarationsOf(it);
    else yield it;
  }
}

/** A value without the spaces after its commas. Those in strings and URLs are part of them. */
const tight = (value: string): string =>
  value.includes(", ")
    ? value.replaceAll(/("[^"]*"|'[^']*'|url\([^)]*\))|, +/g, (_, whole: string | undefined) => whole ?? ",")
    : value;

/** Prints what is kept, without custom properties and animations that nothing uses. */
function print(kept: Kept, used: (name: string) => boolean): string {
  let text = "";
  for (const it of kept.inside) {
    if (typeof it === "string") {
      const [, name] = /^@(?:-webkit-)?(?:keyframes|property)\s+([\w-]+)/.exec(it) ?? [];
      if (name === undefined || used(name)) text += it;
    } else if ("inside" in it) {
      const inside = print(it, used);
      if (inside) text += `${it.open}{${inside}}`;
    } else if (!it.prop.startsWith("--") || used(it.prop))
      text += `${text && !text.endsWith("}") && !text.endsWith(";") ? ";" : ""}${it.prop}:${tight(it.value)}${it.important ? "!important" : ""};`;
  }
  return text.replace(/;$/, (end) => (kept.open ? "" : end));
}

/**
 * The part of a page's styles that its elements can use in any state, including both color schemes, hover, focus, print
 * and every width. Content added later by a script needs the complete sheets.
 * @param html the page, without the styles @param css its sheets in order
 * @param atRest if the complete sheets come after the first paint: leaves out hover, selected text, print, and states
 *   that only a script brings about. Focus stays, because somebody may press Tab before the sheets have arrived
 * @param screen the part of the page before its links to complete sheets, and those sheets, which are among `css`: of
 *   them, only what that part uses is kept
 */
export function usedCss(
  html: string,
  css: readonly string[],
  { atRest = false, screen }: { atRest?: boolean; screen?: { html: string; linked: readonly string[] } } = {},
): string {
  const carried = carriedBy(html);
  const page = { carried, atRest };
  const sheets = css.map(parse);
  const winners: Winners = new Map();
  for (const sheet of sheets) findWinners(sheet, winners);
  const linked = new Set(screen?.linked);
  const onScreen = screen ? { carried: carriedBy(screen.html), atRest } : page;
  const kept = sheets.map((sheet, i) => keep(sheet, linked.has(css[i]!) ? onScreen : page, winners, ""));
  // What the linked sheets apply uses custom properties of the others.
  const applied = sheets
    .filter((_, i) => linked.has(css[i]!))
    .map((sheet) => keep(sheet, { carried, atRest: false }, winners, ""));
  // Custom properties reference others: start with those in the rules, then follow their references.
  const names = new Set(carried.properties);
  const valuesOf = new Map<string, string[]>();
  for (const sheet of [...kept, ...applied])
    for (const { prop, value } of declarationsOf(sheet)) {
      if (prop.startsWith("--")) valuesOf.set(prop, [...(valuesOf.get(prop) ?? []), value]);
      else {
        for (const [name] of value.matchAll(CUSTOM_PROPERTY)) names.add(name);
        if (/^(?:-webkit-)?animation/.test(prop)) for (const name of value.split(/[\s,]+/)) names.add(name);
      }
    }
  for (const name of names)
    for (const value of valuesOf.get(name) ?? []) {
      for (const [other] of value.matchAll(CUSTOM_PROPERTY)) names.add(other);
      for (const word of value.split(/[\s,]+/)) names.add(word);
    }
  return kept
    .map((sheet) => print(sheet, (name) => names.has(name)))
    .filter((it) => it !== "")
    .join("\n");
}
