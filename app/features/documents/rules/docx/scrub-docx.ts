import { DocxEdit } from "./docx-edit.ts";
import { hasPart, openDocx, readRelationships, type Relationship } from "./docx-package.ts";
import { reviseStories } from "./revise-docx.ts";
import { decodeXml, unescapeXml } from "./xml-text.ts";
import { exactName, openZip, readPart, rewriteZip } from "./zip.ts";
import { APP_NAMES, CORE_NAMES, scrubProperties } from "./scrub-properties.ts";
import { LOCAL, linkedFile } from "./scrub-paths.ts";
import { MARKUP, scrubMarkup } from "./scrub-markup.ts";

export type ScrubOptions = {
  /**
   * The new author names of tracked changes and comments: all the same ("" for nobody), or by their old name. Names
   * that aren't in the map stay.
   */
  authors?: string | ReadonlyMap<string, string>;
  /** Dates: removed, or reduced to the day. */
  dates?: "remove" | "day";
  /** Word's save marks and document number, which reveal copies of the same file. */
  rsids?: boolean;
  /** Comments, with everything attached. */
  comments?: boolean;
  /** People, companies, places and paths in properties, settings, links and pictures; recent viewers; the thumbnail. */
  names?: boolean;
};

/**
 * The document without the requested information about people who worked on it. Its text stays, even if it names
 * somebody, and so do the contents of pictures. Everything else is unchanged byte for byte. Doing it again changes
 * nothing.
 */
export function scrubDocx(bytes: Buffer, options: ScrubOptions): Buffer {
  const edit = new DocxEdit(openDocx(bytes));
  if (options.comments) {
    reviseStories(edit, { decide: () => "keep", dropComments: true });
    dropComments(edit);
  }
  scrubPackage(edit, options);
  return edit.finish();
}

/** Removes the comment parts. `reviseStories` removes their marks in the text. */
export function dropComments(edit: DocxEdit): void {
  edit.drop(
    edit.docx.main,
    (one) =>
      /^(?:comments|commentsExtended|commentsIds|commentsExtensible|people|documenttasks)$/.test(one.type) &&
      !one.external,
  );
}

export function scrubPackage(edit: DocxEdit, options: ScrubOptions): void {
  const { docx } = edit;
  const people = options.names === true || options.authors !== undefined;
  const parts = relatedParts(docx.zip);
  for (const { name, type } of parts) {
    if (MARKUP.test(type)) scrubMarkup(edit, name, options);
    if (people) edit.drop(name, (one) => /^(?:people|documenttasks)$/.test(one.type));
    // It repeats when each comment was made, and who reacted.
    if (people || options.dates) edit.drop(name, (one) => one.type === "commentsExtensible");
    if (options.names) scrubLinks(edit, name, type);
  }
  if (options.names || options.dates) scrubProperties(edit, options);
}

/** Every related part, once, with its relationship type. */
function relatedParts(zip: DocxEdit["docx"]["zip"]): { name: string; type: string }[] {
  const out: { name: string; type: string }[] = [{ name: "", type: "" }];
  const seen = new Set<string>();
  for (let i = 0; i < out.length; i++) {
    for (const one of readRelationships(zip, (out[i] as { name: string }).name)) {
      const key = one.target.toLowerCase();
      if (one.external || seen.has(key) || !hasPart(zip, one.target)) continue;
      seen.add(key);
      out.push({ name: one.target, type: one.type });
    }
  }
  return out;
}

// The package

/** A part's targets outside the file, and parts that name people who worked on it. */
function scrubLinks(edit: DocxEdit, name: string, type: string): void {
  const { zip } = edit.docx;
  if (name === "") edit.drop("", (one) => one.type === "thumbnail" || one.type === "origin");
  if (type === "settings")
    edit.drop(name, (one) =>
      /^(?:attachedTemplate|mailMergeSource|mailMergeHeaderSource|mailMergeRecipientData|recipientData)$/.test(
        one.type,
      ),
    );
  // A document server's data stores, which say who shared it with whom.
  edit.drop(name, (one) => one.type === "customXml" && !one.external && holdsServerData(edit, one));
  if (type === "package") scrubEmbedded(edit, name);
  const relations = name === "" ? "_rels/.rels" : name.replace(/([^/]*)$/, "_rels/$1.rels");
  const xml = hasPart(zip, relations) ? edit.xml(relations) : null;
  if (xml === null || !/External/.test(xml)) return;
  const made = xml.replace(/<(?:[\w.-]+:)?Relationship\s[^>]*>/g, (raw) =>
    !/TargetMode\s*=\s*["']External/.test(raw)
      ? raw
      : raw.replace(/(\sTarget\s*=\s*)("[^"]*"|'[^']*')/, (all: string, head: string, quoted: string) => {
          const target = unescapeXml(quoted.slice(1, -1));
          const isLink = /Type\s*=\s*["'][^"']*\/hyperlink["']/.test(raw);
          const isFile = LOCAL.test(target) || (!isLink && !/^(?:[a-z][\w+.-]+:|#|$)/i.test(target));
          return isFile ? `${head}"${linkedFile(target)}"` : all;
        }),
  );
  if (made !== xml) edit.set(relations, made);
}

const holdsServerData = (edit: DocxEdit, relation: Relationship): boolean =>
  /<(?:[\w.-]+:)?properties\b[^>]*schemas\.microsoft\.com\/office\/2006\/metadata\/properties/.test(
    edit.xml(relation.target)?.slice(0, 2_000) ?? "",
  );

/** An embedded workbook or document has its own properties. */
function scrubEmbedded(edit: DocxEdit, name: string): void {
  const bytes = readPart(edit.docx.zip, name);
  if (!bytes) return;
  try {
    const zip = openZip(bytes);
    const changed = new Map<string, Buffer>();
    for (const relation of readRelationships(zip, "")) {
      const cut = relation.type.endsWith("core-properties")
        ? CORE_NAMES
        : /^extended-?properties$/i.test(relation.type)
          ? APP_NAMES
          : null;
      const part = cut && readPart(zip, relation.target);
      if (!cut || !part) continue;
      const xml = decodeXml(part);
      const made = xml.replace(/<(?:[\w.-]+:)?(\w+)\b[^>]*?(?:\/>|>[^<]*<\/[^>]*>)/g, (all: string, local: string) =>
        cut.test(local) ? "" : all,
      );
      if (made !== xml) changed.set(exactName(zip, relation.target), Buffer.from(made, "utf8"));
    }
    if (changed.size > 0) edit.setBytes(name, rewriteZip(zip, changed));
  } catch {
    // Not a package that we can open, so it stays as it is.
  }
}
