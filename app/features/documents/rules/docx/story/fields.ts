/** Fields (computed by Word, or written by a reference manager) and links. */
import { readRelationships } from "../docx-package.ts";
import { W } from "../docx-vocabulary.ts";
import { Refused } from "../../readers/refusal.ts";
import { differ, gap } from "./draft.ts";
import type { Field, Handlers, PartReading } from "./part-reading.ts";

const MAX_FIELDS = 1_000;

/** Fields with ordinary text as a result, which an editor may change, unlike refreshed or managed ones. */
const TEXT_FIELDS = /^\s*(?:HYPERLINK|FORMTEXT|QUOTE|MACROBUTTON)\b/i;
const BIBLIOGRAPHY_FIELD =
  /ZOTERO_BIBL|EN\.REFLIST|CSL_BIBLIOGRAPHY|^\s*BIBLIOGRAPHY\b|Mendeley Bibliography|CITAVI\.BIBLIOGRAPHY|PAPERPILE_BIBLIOGRAPHY|\bRW\.BIB\b/i;
/** Fields that only draw space: blank symbols, and horizontal moves. */
const BLANK_FIELD = /^\s*(?:SYMBOL\s+(?:0x)?(?:\d|1\d|2\d|3[0-2]|160|f020)\b|ADVANCE\b)/i;

const newField = (code: string): Field => ({
  code,
  inResult: false,
  managed: false,
  toc: false,
  bibliography: false,
  link: false,
});

function openLink(part: PartReading, target: string): void {
  const { draft } = part;
  part.links.push({ target, draft, from: draft?.paragraph.text.length ?? 0 });
}

function closeLink(part: PartReading): void {
  const link = part.links.pop();
  const { draft } = part;
  if (!link || link.target === "" || link.draft !== draft || !draft || part.toc > 0 || part.dead > 0) return;
  const text = draft.paragraph.text.slice(link.from);
  if (text !== "") part.story.model.links.push({ target: link.target, text, paragraph: draft.paragraph });
}

/** A relationship's target outside the document. */
function targetOf(part: PartReading, id: string): string {
  const { docx } = part.story;
  part.targets ??= new Map(
    (part.name === docx.main ? docx.relations : readRelationships(docx.zip, part.name))
      .filter((one) => one.external)
      .map((one) => [one.id, one.target]),
  );
  return part.targets.get(id) ?? "";
}

/** A HYPERLINK field's target: HYPERLINK "address" \l "place". */
function linkTarget(code: string): string {
  const place = /\\l\s+"([^"]*)"/.exec(code)?.[1];
  const address = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]+))/i.exec(code);
  return `${address?.[1] ?? address?.[2] ?? ""}${place === undefined ? "" : `#${place}`}`;
}

function beginField(part: PartReading, code = ""): Field {
  const field = newField(code);
  part.fields.push(field);
  part.inCode++;
  return field;
}

/** A field's result is between its code and its end. */
function beginResult(part: PartReading, field: Field | undefined): void {
  if (!field || field.inResult) return;
  const { draft } = part;
  const { model } = part.story;
  field.inResult = true;
  part.inCode--;
  field.managed = !TEXT_FIELDS.test(field.code);
  field.toc = /^\s*(?:TOC|TOA|INDEX)\b/i.test(field.code);
  field.bibliography = BIBLIOGRAPHY_FIELD.test(field.code);
  const kind = /^\s*((?:ADDIN\s+)?[^\s{]{1,40})/i.exec(field.code)?.[1]?.toUpperCase().replace(/\s+/, " ");
  if (kind !== undefined) model.fields[kind] = (Object.hasOwn(model.fields, kind) ? (model.fields[kind] ?? 0) : 0) + 1;
  if (kind === "HYPERLINK") {
    field.link = true;
    openLink(part, linkTarget(field.code));
  }
  if (field.managed) {
    part.managed++;
    if (draft) differ(draft.paragraph);
  }
  if (field.toc) {
    part.toc++;
    if (draft) draft.inToc = true;
  }
  if (field.bibliography) {
    part.bibliography++;
    if (draft) draft.paragraph.inBibliography = true;
  }
}

function endField(part: PartReading): void {
  const field = part.fields.pop();
  if (!field) return;
  if (!field.inResult) part.inCode--;
  if (field.managed) part.managed--;
  if (field.toc) part.toc--;
  if (field.bibliography) part.bibliography--;
  if (field.link) closeLink(part);
  if (part.draft && BLANK_FIELD.test(field.code)) gap(part.draft, "drawn");
}

function openFieldCharacter(part: PartReading): void {
  if (part.dead > 0) return;
  const type = part.scanner.attribute("fldCharType");
  if (type === "begin") {
    if (part.fields.length >= MAX_FIELDS) throw new Refused("damaged");
    beginField(part);
  } else if (type === "separate") beginResult(part, part.fields.at(-1));
  else if (type === "end") endField(part);
}

function openSimpleField(part: PartReading): void {
  const { scanner, draft } = part;
  const code = scanner.attribute("instr") ?? "";
  if (!scanner.selfClosing) beginResult(part, beginField(part, code));
  else if (draft && part.dead === 0 && BLANK_FIELD.test(code)) gap(draft, "drawn");
}

function openHyperlink(part: PartReading): void {
  const { scanner } = part;
  if (scanner.selfClosing) return;
  const anchor = scanner.attribute("anchor");
  const target = targetOf(part, scanner.attribute("id") ?? "");
  openLink(part, anchor === null ? target : `${target}#${anchor}`);
}

export const OPENS: Handlers = {
  [W.fldChar]: openFieldCharacter,
  [W.fldSimple]: openSimpleField,
  [W.hyperlink]: openHyperlink,
};

export const CLOSES: Handlers = {
  [W.fldSimple]: endField,
  [W.hyperlink]: closeLink,
};
