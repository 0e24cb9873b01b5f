import { openDocx } from "../rules/docx/docx-package.ts";
import { attributeOf, localOf, parseTree, textNode, writeTree, type Node } from "../rules/docx/xml-tree.ts";
import { openZip, readPart, rewriteZip } from "../rules/docx/zip.ts";

/** Numbers that are the same on every run. */
export const random = (seed: number) => {
  let state = seed * 2_654_435_761 + 1;
  return (limit: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    return ((state >>> 3) & 0xffffff) % limit;
  };
};
type Dice = ReturnType<typeof random>;

/** A document's main part, by name. */
export const mainOf = (bytes: Buffer): string => openDocx(bytes).main;
/** A part's XML. */
export const xmlOf = (bytes: Buffer, part = mainOf(bytes)): string => readPart(openZip(bytes), part)!.toString("utf8");
/** The document with another XML in one part. */
export const withXml = (bytes: Buffer, xml: string, part = mainOf(bytes)): Buffer =>
  rewriteZip(openZip(bytes), new Map([[part, Buffer.from(xml)]]));

export const BY = 'w:author="Ed" w:date="2026-11-21T10:00:00Z"';
const NOT_INSIDE = new Set([
  "del",
  "ins",
  "moveFrom",
  "moveTo",
  "oMath",
  "fldSimple",
  "ruby",
  "AlternateContent",
  "pict",
  "drawing",
  "object",
]);

/** A run's own properties. */
const holder = (node: Node): string =>
  node.children
    .filter((one) => localOf(one) === "rPr")
    .map(writeTree)
    .join("");

/** A run with one word replaced, and perhaps the rest in italics; null for most runs, and for those with little text. */
function editedRun(child: Node, dice: Dice, by: () => string): Node[] | null {
  const text = child.children.find((one) => localOf(one) === "t");
  const only = child.children.every((one) => ["rPr", "t", "lastRenderedPageBreak", ""].includes(localOf(one)));
  const whole = text?.children[0]?.raw ?? "";
  // Spaces at the ends count if the file says so. No-break spaces always do.
  const words = text && /xml:space/.test(text.raw) ? whole : whole.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  if (!text || !only || words.length <= 12 || words.includes("&") || dice(3) !== 0) return null;
  const at = words.indexOf(" ", dice(words.length - 8));
  const end = at < 0 ? -1 : words.indexOf(" ", at + 1);
  if (end <= 0) return null;
  const run = (piece: string, name = "t", look = holder(child)): string =>
    `<w:r w:rsidR="00AB12CD">${look}<w:${name} xml:space="preserve">${piece}</w:${name}></w:r>`;
  const looks = holder(child).replace(/<w:rPrChange.*<\/w:rPrChange>/s, "");
  const inner = /<w:rPr>(.*)<\/w:rPr>/s.exec(looks)?.[1] ?? "";
  const changed = `<w:rPr>${inner.includes("<w:i/>") ? inner : `<w:i/>${inner}`}<w:rPrChange ${by()}><w:rPr>${inner}</w:rPr></w:rPrChange></w:rPr>`;
  const [head, tail] = [words.slice(0, at), words.slice(end)];
  return [
    run(head),
    '<w:proofErr w:type="spellStart"/>',
    `<w:del ${by()}>${run(words.slice(at, end), "delText")}</w:del>`,
    `<w:ins ${by()}>${run(" inserted")}</w:ins>`,
    '<w:proofErr w:type="spellEnd"/>',
    dice(3) === 0 && !holder(child).includes("rPrChange") ? run(tail, "t", changed) : run(tail),
  ].map((raw) => textNode(raw));
}

/**
 * Edits with Track Changes on: words inserted and deleted, formatting, whole paragraphs, rows, and a picture if there
 * is one.
 */
function track(tree: Node, dice: Dice): number {
  let id = 700_000;
  let edits = 0;
  const by = (): string => `w:id="${id++}" ${BY}`;
  const walk = (node: Node): void => {
    const out: Node[] = [];
    let depth = 0;
    for (const child of node.children) {
      const local = localOf(child);
      if (local === "r") {
        for (const one of child.children)
          if (localOf(one) === "fldChar")
            depth +=
              attributeOf(one, "fldCharType") === "begin" ? 1 : attributeOf(one, "fldCharType") === "end" ? -1 : 0;
        const edited = depth === 0 ? editedRun(child, dice, by) : null;
        if (edited) {
          out.push(...edited);
          edits++;
          continue;
        }
        if (depth === 0 && child.children.some((one) => localOf(one) === "drawing") && dice(3) === 0) {
          // Deleted with Track Changes on, so rejecting restores it.
          out.push(textNode(`<w:del ${by()}>${writeTree(child)}</w:del>`));
          edits++;
          continue;
        }
      }
      out.push(child);
      if (!NOT_INSIDE.has(local) && local !== "r" && child.children.length > 0) walk(child);
      if (
        local === "p" &&
        localOf(node) === "body" &&
        depth === 0 &&
        dice(12) === 0 &&
        !writeTree(child).includes("fldChar")
      ) {
        // A new paragraph: its mark is inserted, so on rejection it joins the next one.
        const next = node.children[node.children.indexOf(child) + 1];
        if (next && localOf(next) === "p") {
          out.push(
            textNode(
              `<w:p><w:pPr><w:rPr><w:ins ${by()}/></w:rPr></w:pPr><w:ins ${by()}><w:r><w:t>A paragraph of its own.</w:t></w:r></w:ins></w:p>`,
            ),
          );
          edits++;
        }
      }
    }
    node.children = out;
  };
  walk(tree);
  return edits;
}

/** A document as Word saves it again, with tracked edits. */
export function resave(bytes: Buffer, dice: Dice): Buffer {
  const docx = openDocx(bytes);
  const main = docx.main;
  const zip = openZip(bytes);
  const relsName = main.replace(/([^/]*)$/, "_rels/$1.rels");
  const tree = parseTree(xmlOf(bytes), new Map());
  let xml = writeTree(tree);
  track(tree, dice);
  xml = writeTree(tree);
  const wordPrefix = /<w:document\b/.test(xml);
  let bookmark = 40_000;
  const bookmarks = new Map<string, string>();
  if (wordPrefix) {
    // Save marks, languages, proofing marks, bookmarks and pictures get other numbers.
    xml = xml
      .replace(/<w:(p|r)( w:rsid[^>/]*)?>/g, (all, name: string) =>
        dice(2) === 0
          ? `<w:${name} w:rsidR="00${(0x100000 + dice(0xeffff)).toString(16).toUpperCase()}">`
          : `<w:${name}>`,
      )
      .replace(/ w14:(?:paraId|textId)="[^"]*"/g, "")
      .replace(/<w:bookmark(Start|End)([^>]*?) w:id="(\d+)"/g, (_, end: string, rest: string, id: string) => {
        if (!bookmarks.has(id)) bookmarks.set(id, String(bookmark++));
        return `<w:bookmark${end}${rest} w:id="${bookmarks.get(id)}"`;
      })
      .replace(/<w:lang [^>]*\/>/g, () => (dice(2) === 0 ? "" : '<w:lang w:val="en-GB" w:eastAsia="de-DE"/>'))
      .replace(/<w:lastRenderedPageBreak\/>/g, "")
      .replace(
        /(<(?:wp|pic):(?:docPr|cNvPr)\b[^>]*?\sid=")\d+(")/g,
        (_, head: string, tail: string) => `${head}${dice(90_000)}${tail}`,
      )
      .replace(/<\/w:rPr><w:t([ >])/g, (all, end: string) =>
        dice(4) === 0 ? `</w:rPr><w:lastRenderedPageBreak/><w:t${end}` : all,
      )
      .replace(/<w:instrText([^>]*)>([^<]{6,})<\/w:instrText>/g, (all, attributes: string, code: string) =>
        dice(2) === 0
          ? all
          : `<w:instrText xml:space="preserve">${attributes.includes("preserve") ? code.slice(0, 4) : code.slice(0, 4).trimStart()}</w:instrText></w:r><w:r><w:rPr><w:noProof/></w:rPr><w:instrText xml:space="preserve">${code.slice(4)}</w:instrText>`,
      )
      .replace(/<\/w:smartTag>|<w:smartTag [^>]*>|<w:smartTagPr>.*?<\/w:smartTagPr>/gs, "")
      .replace(
        /(<w:r(?: [^>]*)?>)(<w:rPr>(?:(?!<w:rPr>)[^])*?<\/w:rPr>)?<w:t xml:space="preserve">([^<&]{9,})<\/w:t><\/w:r>(?!<\/w:(?:ins|hyperlink|smartTag|fldSimple)>)/g,
        (all, start: string, look = "", text: string) => {
          if (dice(2) === 0) return all;
          const half = 3 + dice(text.length - 6);
          return `${start}${look}<w:t xml:space="preserve">${text.slice(0, half)}</w:t></w:r><w:proofErr w:type="gramStart"/><w:bookmarkStart w:id="${bookmark}" w:name="_Hlk${bookmark}"/><w:bookmarkEnd w:id="${bookmark++}"/><w:r>${look}<w:t xml:space="preserve">${text.slice(half)}</w:t></w:r>`;
        },
      );
  }
  const changed = new Map<string, Buffer | null>();
  // Relationships and media get other names.
  const names = new Map<string, string>();
  const rels = readPart(zip, relsName)?.toString("utf8");
  if (rels) {
    let n = 500;
    const ids = new Map<string, string>();
    let made = rels.replace(/(\sId=")([^"]+)(")/g, (_, head: string, id: string, tail: string) => {
      ids.set(id, `rId${n++}`);
      return head + ids.get(id) + tail;
    });
    xml = xml.replace(
      /(\s(?:r|o|rel):(?:id|embed|link|pict|dm|lo|qs|cs|relid)=")([^"]+)(")/g,
      (all, head: string, id: string, tail: string) => (ids.has(id) ? head + ids.get(id) + tail : all),
    );
    const folder = main.slice(0, main.lastIndexOf("/") + 1);
    for (const relation of docx.relations) {
      if (relation.external || relation.type !== "image" || !relation.target.startsWith(`${folder}media/`)) continue;
      const data = readPart(zip, relation.target);
      if (!data || names.has(relation.target)) continue;
      const renamed = relation.target.replace(
        /([^/]*)\.(\w+)$/,
        (_, stem: string, end: string) => `renamed${names.size}${stem.length}.${end}`,
      );
      names.set(relation.target, renamed);
      changed.set(renamed, data);
      made = made.replaceAll(`"${relation.target.slice(folder.length)}"`, `"${renamed.slice(folder.length)}"`);
    }
    changed.set(relsName, Buffer.from(made));
  }
  for (const relation of docx.relations) {
    if (relation.external) continue;
    if (relation.type === "settings") {
      const settings = readPart(zip, relation.target)?.toString("utf8");
      if (settings)
        changed.set(
          relation.target,
          Buffer.from(
            settings
              .replace(/(<w:settings\b[^>]*>)/, '$1<w:trackRevisions/><w:proofState w:spelling="clean"/>')
              .replace(/<w:rsid w:val="[^"]*"\/>/g, ""),
          ),
        );
    }
    if (relation.type === "styles") {
      const styles = readPart(zip, relation.target)?.toString("utf8");
      if (styles)
        changed.set(
          relation.target,
          Buffer.from(
            styles
              .replace(/<w:rsid w:val="[^"]*"\/>/g, "")
              .replace(
                "</w:styles>",
                '<w:style w:type="paragraph" w:styleId="Revision9"><w:name w:val="Revision"/><w:hidden/><w:rPr><w:sz w:val="24"/></w:rPr></w:style></w:styles>',
              ),
          ),
        );
    }
  }
  changed.set(main, Buffer.from(xml));
  return rewriteZip(zip, changed);
}
