/** What a page's elements are and what a selector requires of them, to find the rules that a page can use. */

/** A page's elements: everything a selector can match. */
type Carried = {
  tags: Set<string>;
  classes: Set<string>;
  ids: Set<string>;
  /** Attribute names, and `name=value` for each value. */
  attributes: Set<string>;
  /** Custom properties that style attributes use. */
  properties: Set<string>;
};

/** What one selector requires. States such as `:hover` count as matched. */
export type Asked = {
  text: string;
  tags: string[];
  classes: string[];
  ids: string[];
  attributes: string[];
  /** Attributes that only a script sets. */
  scripted: string[];
  /** Whether it matches only while a pointer is on an element, or text is selected. */
  isTouched: boolean;
  /** Of each of these lists, at least one. */
  either: Asked[][];
};

/** The elements of a page, and whether its complete sheets will come. */
export type Page = { carried: Carried; atRest: boolean };

/**
 * Attributes that come and go on a page whose application script hasn't run: the color scheme, an open `<details>`, and
 * a failed script.
 */
const CHANGING = new Set(["open", "data-mantine-color-scheme", "data-script-failed", "data-chat-embedded"]);
/** Attributes that the visitors' chat or the application's script sets. */
const SCRIPTED = new Set(["data-busy", "data-unread", "aria-expanded", "aria-invalid"]);
const TOUCHED = /^:(?:hover|active|:selection)$/;
const TAG = /<([a-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;
export const CUSTOM_PROPERTY = /--[\w-]+/g;
/** A part of a selector: an attribute, a pseudo-element or state, a class, an id, or a tag. */
const PART = new RegExp(
  [
    /\[\s*([\w-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]\s]+))\s*[is]?\s*)?\]/,
    /(::?[\w-]+)/,
    /\.((?:[\w-]|\\.|[^\x00-\x7F])+)/,
    /#((?:[\w-]|\\.)+)/,
    /(?<![\w-])([a-z][\w-]*)/,
  ]
    .map((it) => it.source)
    .join("|"),
  "gi",
);
/** Functions of selectors. The arguments of the first group are alternatives; those of others require no element. */
const FUNCTION = /:(?:(is|where|has)|not|nth-[\w-]+|lang|dir)\(/y;

/**
 * The arguments of a function of a selector.
 * @param from after its opening parenthesis
 * @returns also where it's closed
 */
function argumentsAt(text: string, from: number): { list: string[]; end: number } {
  const list: string[] = [];
  let depth = 1;
  let begin = from;
  let end = from;
  for (; end < text.length && depth > 0; end += 1) {
    const character = text[end]!;
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth === 0 || (depth === 1 && character === ",")) {
      list.push(text.slice(begin, end));
      begin = end + 1;
    }
  }
  return { list, end };
}

/** What is in a page's HTML. */
export function carriedBy(html: string): Carried {
  const it: Carried = {
    tags: new Set(["html", "body"]),
    classes: new Set(),
    ids: new Set(),
    attributes: new Set(),
    properties: new Set(),
  };
  for (const [, tag, inside] of html.matchAll(TAG)) {
    it.tags.add(tag!.toLowerCase());
    for (const [, written, double, single, bare] of inside!.matchAll(ATTRIBUTE)) {
      const name = written!.toLowerCase();
      const value = double ?? single ?? bare ?? "";
      it.attributes.add(name).add(`${name}=${value}`);
      if (name === "class") for (const one of value.split(/\s+/)) it.classes.add(one);
      else if (name === "id") it.ids.add(value);
      else if (name === "style") for (const [used] of value.matchAll(CUSTOM_PROPERTY)) it.properties.add(used);
    }
  }
  return it;
}

/** What a selector requires of a page. */
export function askedBy(text: string): Asked {
  const it: Asked = {
    text,
    tags: [],
    classes: [],
    ids: [],
    attributes: [],
    scripted: [],
    isTouched: false,
    either: [],
  };
  let plain = "";
  for (let at = 0; at < text.length;) {
    FUNCTION.lastIndex = at;
    const found = FUNCTION.exec(text);
    if (!found) {
      plain += text[at];
      at += 1;
      continue;
    }
    const { list, end } = argumentsAt(text, at + found[0].length);
    if (found[1]) it.either.push(list.map(askedBy));
    at = end;
  }
  for (const [, attribute, operator, double, single, bare, state, className, id, tag] of plain.matchAll(PART)) {
    if (attribute) {
      const name = attribute.toLowerCase();
      const value = double ?? single ?? bare ?? "";
      if (SCRIPTED.has(name)) it.scripted.push(name);
      else if (!CHANGING.has(name)) it.attributes.push(operator === "=" ? `${name}=${value}` : name);
    } else if (state === ":disabled") it.attributes.push("disabled");
    else if (state) it.isTouched ||= TOUCHED.test(state);
    else if (className) it.classes.push(className.replaceAll("\\", ""));
    else if (id) it.ids.push(id.replaceAll("\\", ""));
    else if (tag) it.tags.push(tag.toLowerCase());
  }
  return it;
}

/** Whether a page has everything that a selector requires. */
export const isMet = (asked: Asked, { carried, atRest }: Page): boolean =>
  // A page isn't in a shadow tree.
  !asked.text.startsWith(":host") &&
  (!atRest || (!asked.isTouched && asked.scripted.every((it) => carried.attributes.has(it)))) &&
  asked.classes.every((it) => carried.classes.has(it)) &&
  asked.attributes.every((it) => carried.attributes.has(it)) &&
  asked.ids.every((it) => carried.ids.has(it)) &&
  asked.tags.every((it) => carried.tags.has(it)) &&
  asked.either.every((list) => list.some((it) => isMet(it, { carried, atRest })));
