/**
 * An article's text as a document: a tree of only the nodes and marks named here. The editor works on the same tree
 * (its schema is ProseMirror's), and `renderDocument` turns it into HTML. Documents from outside go through
 * `readDocument` first.
 */
export type MarkType =
  | "bold"
  | "italic"
  | "strike"
  | "code"
  | "subscript"
  | "superscript"
  | "insertion"
  | "deletion"
  | "link";
export type Mark = { type: MarkType; attrs?: { href: string } };
export type DocumentNode = {
  type: NodeType;
  attrs?: Readonly<Record<string, string | number>>;
  content?: readonly DocumentNode[];
  marks?: readonly Mark[];
  text?: string;
};
export type ArticleDocument = { type: "doc"; content: readonly DocumentNode[] };

type Attribute = (value: unknown) => string | number | undefined;
type Shape = {
  /** The groups a node belongs to. */
  is: readonly ("block" | "inline" | "text" | "listItem" | "tableRow" | "cell")[];
  /** What it may contain, or null for nothing. */
  holds: "block" | "inline" | "text" | "listItem" | "tableRow" | "cell" | null;
  /** Whether it needs at least one child. */
  needsContent?: true;
  /** Whether its first child must be a paragraph. */
  startsWithParagraph?: true;
  attrs?: Readonly<Record<string, Attribute>>;
};

/** Limits that a book chapter stays within and a denial of service doesn't. */
export const DOCUMENT_LIMITS = {
  depth: 16,
  nodes: 20_000,
  characters: 300_000,
  caption: 500,
  alt: 500,
  footnote: 1_000,
};

const whole =
  (from: number, to: number, otherwise?: number): Attribute =>
  (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= from && value <= to ? value : otherwise;
const line =
  (most: number): Attribute =>
  (value) =>
    typeof value === "string"
      ? value
          .replaceAll(/[\p{Cc}\s]+/gu, " ")
          .trim()
          .slice(0, most)
      : "";
const word =
  (pattern: RegExp): Attribute =>
  (value) =>
    typeof value === "string" && pattern.test(value) ? value : undefined;

const SHAPES = {
  paragraph: { is: ["block"], holds: "inline" },
  heading: { is: ["block"], holds: "inline", attrs: { level: whole(2, 4, 2) } },
  bulletList: { is: ["block"], holds: "listItem", needsContent: true },
  orderedList: { is: ["block"], holds: "listItem", needsContent: true, attrs: { start: whole(0, 1_000_000, 1) } },
  listItem: { is: ["listItem"], holds: "block", needsContent: true, startsWithParagraph: true },
  blockquote: { is: ["block"], holds: "block", needsContent: true },
  codeBlock: { is: ["block"], holds: "text", attrs: { language: word(/^[a-z0-9+#-]{1,20}$/i) } },
  horizontalRule: { is: ["block"], holds: null },
  /** A specimen of text, usually with editing marks. */
  specimen: {
    is: ["block"],
    holds: "block",
    needsContent: true,
    attrs: { caption: line(DOCUMENT_LIMITS.caption) },
  },
  picture: {
    is: ["block"],
    holds: null,
    attrs: {
      imageId: word(/^img_[0-9a-z]{26}$/),
      alt: line(DOCUMENT_LIMITS.alt),
      caption: line(DOCUMENT_LIMITS.caption),
    },
  },
  table: { is: ["block"], holds: "tableRow", needsContent: true },
  tableRow: { is: ["tableRow"], holds: "cell", needsContent: true },
  tableHeader: {
    is: ["cell"],
    holds: "block",
    needsContent: true,
    attrs: { colspan: whole(1, 50, 1), rowspan: whole(1, 200, 1) },
  },
  tableCell: {
    is: ["cell"],
    holds: "block",
    needsContent: true,
    attrs: { colspan: whole(1, 50, 1), rowspan: whole(1, 200, 1) },
  },
  text: { is: ["inline", "text"], holds: null },
  hardBreak: { is: ["inline"], holds: null },
  footnote: { is: ["inline"], holds: null, attrs: { text: line(DOCUMENT_LIMITS.footnote) } },
} as const satisfies Record<string, Shape>;
export type NodeType = keyof typeof SHAPES;
export const shapeOf = (type: unknown): Shape | undefined =>
  typeof type === "string" && Object.hasOwn(SHAPES, type) ? SHAPES[type as NodeType] : undefined;

/** The order in which marks enclose each other, outermost first. */
export const MARK_ORDER: readonly MarkType[] = [
  "link",
  "insertion",
  "deletion",
  "bold",
  "italic",
  "strike",
  "subscript",
  "superscript",
  "code",
];

/** Attributes without which a node is useless. */
const REQUIRED: Partial<Record<NodeType, string>> = { picture: "imageId", footnote: "text" };

/**
 * A link that an article may have: a page of ours, a place on the page, a web or mail address.
 * @returns it as stored, or null for anything else (scripts, data, "//host", addresses with a password in them)
 */
export function articleLink(typed: unknown): string | null {
  if (typeof typed !== "string") return null;
  const href = typed.trim();
  if (href === "" || href.length > 2_000 || /[\s\\\p{Cc}\p{Cf}]/u.test(href)) return null;
  if (href.startsWith("#")) return href.length > 1 ? href : null;
  if (href.startsWith("/")) return href.startsWith("//") ? null : href;
  if (/^mailto:[^\s@:/?#]+@[^\s@:/?#.]+(?:\.[^\s@:/?#.]+)+$/i.test(href)) return href;
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return null;
  const url = new URL(href);
  return url.username || url.password || !url.hostname.includes(".") ? null : url.href;
}

/** A problem with a document from outside. */
class InvalidDocument extends Error {}

type Counts = { nodes: number; characters: number };

function readMarks(value: unknown): Mark[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new InvalidDocument("marks aren't a list");
  const marks = new Map<MarkType, Mark>();
  for (const one of value as unknown[]) {
    const { type, attrs } = (one ?? {}) as { type?: unknown; attrs?: { href?: unknown } | null };
    if (!MARK_ORDER.includes(type as MarkType))
      throw new InvalidDocument(`unknown mark ${JSON.stringify(type)?.slice(0, 40)}`);
    if (type !== "link") marks.set(type as MarkType, { type: type as MarkType });
    else {
      const href = articleLink(attrs?.href);
      // An unsafe link becomes plain text.
      if (href) marks.set("link", { type: "link", attrs: { href } });
    }
  }
  return MARK_ORDER.flatMap((type) => marks.get(type) ?? []);
}

/** Counts the characters of a text or attribute, and refuses a document with too many. */
function countCharacters(counts: Counts, text: string): void {
  counts.characters += text.length;
  if (counts.characters > DOCUMENT_LIMITS.characters) throw new InvalidDocument("too long");
}

/** The attributes that a shape allows, with valid values, or null if there are none. */
function readAttributes(value: unknown, shape: Shape, counts: Counts): DocumentNode["attrs"] | null {
  const given = (value ?? {}) as Record<string, unknown>;
  const kept = Object.entries(shape.attrs ?? {}).flatMap(([name, read]) => {
    const of = read(Object.hasOwn(given, name) ? given[name] : undefined);
    if (typeof of === "string") countCharacters(counts, of);
    return of === undefined ? [] : [[name, of] as const];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

/** The children that a node may have, or null if it needs one and has none. */
function readChildren(content: unknown, of: NodeType, shape: Shape, depth: number, counts: Counts) {
  if (content !== undefined && !Array.isArray(content)) throw new InvalidDocument(`content of ${of} isn't a list`);
  const children = ((content ?? []) as unknown[]).flatMap((child) => {
    const { type: kind } = (child ?? {}) as { type?: unknown };
    const fits = shapeOf(kind);
    if (fits && !fits.is.includes(shape.holds!)) throw new InvalidDocument(`${String(kind)} in ${of}`);
    return readNode(child, depth + 1, counts) ?? [];
  });
  if (shape.holds === "text") for (const child of children) delete child.marks;
  if (shape.startsWithParagraph && children[0]?.type !== "paragraph") children.unshift({ type: "paragraph" });
  if (!shape.needsContent || children.length > 0) return children;
  return shape.holds === "block" ? [{ type: "paragraph" } as const] : null;
}

function readNode(value: unknown, depth: number, counts: Counts): DocumentNode | null {
  const { type, attrs, content, marks, text } = (value ?? {}) as Record<string, unknown>;
  const shape = shapeOf(type);
  if (!shape) throw new InvalidDocument(`unknown node ${JSON.stringify(type)?.slice(0, 40)}`);
  if (depth > DOCUMENT_LIMITS.depth) throw new InvalidDocument("nested too deeply");
  counts.nodes += 1;
  if (counts.nodes > DOCUMENT_LIMITS.nodes) throw new InvalidDocument("too many parts");
  const node: DocumentNode = { type: type as NodeType };
  if (type === "text") {
    if (typeof text !== "string") throw new InvalidDocument("text without text");
    countCharacters(counts, text);
    // The editor can't contain empty text.
    if (text === "") return null;
    node.text = text;
  }
  const kept = readAttributes(attrs, shape, counts);
  if (kept) node.attrs = kept;
  const required = REQUIRED[node.type];
  if (required && !node.attrs?.[required]) return null;
  if (shape.is.includes("inline")) {
    const read = readMarks(marks);
    if (read.length > 0) node.marks = read;
  }
  if (shape.holds) {
    const children = readChildren(content, node.type, shape, depth, counts);
    if (!children) return null;
    if (children.length > 0) node.content = children;
  }
  return node;
}

export const EMPTY_DOCUMENT: ArticleDocument = { type: "doc", content: [{ type: "paragraph" }] };

/**
 * A document from outside, reduced to what an article may have: unknown attributes are dropped, unsafe links become
 * text.
 * @returns the document, or why it isn't one
 */
export function readDocument(value: unknown): { document: ArticleDocument } | { problem: string } {
  const { type, content } = (value ?? {}) as { type?: unknown; content?: unknown };
  if (type !== "doc" || !Array.isArray(content)) return { problem: "not a document" };
  const counts: Counts = { nodes: 0, characters: 0 };
  try {
    const blocks = (content as unknown[]).flatMap((child) => {
      const fits = shapeOf((child as { type?: unknown } | null)?.type);
      if (fits && !fits.is.includes("block")) throw new InvalidDocument("inline content outside a paragraph");
      return readNode(child, 1, counts) ?? [];
    });
    return { document: blocks.length > 0 ? { type: "doc", content: blocks } : EMPTY_DOCUMENT };
  } catch (error) {
    if (error instanceof InvalidDocument) return { problem: error.message };
    throw error;
  }
}
