/** Fields and links. */
import { ATOM_MARK } from "./surface.ts";
import { newAtom, relationIn } from "./surface-atoms.ts";
import { readFieldCode } from "./surface-citations.ts";
import { S } from "./surface-vocabulary.ts";
import type { Field, Handlers, StoryReading } from "./story-reading.ts";

const TEXT_FIELDS = /^\s*(?:HYPERLINK|FORMTEXT|QUOTE|MACROBUTTON)\b/i;

function beginField(story: StoryReading, code: string): Field {
  const field: Field = { code, inResult: false, managed: false, atom: null, link: null };
  // The code isn't known yet where the field starts, but this is its position.
  if (story.shows) field.atom = newAtom("field", "", story.draft?.text.length ?? 0);
  story.fields.push(field);
  story.inCode++;
  return field;
}

function settleField(story: StoryReading, field: Field): void {
  story.inCode--;
  field.inResult = true;
  const outer = story.fields.at(-2);
  if (outer && !outer.inResult) {
    outer.code += `{${field.code}}`;
    return;
  }
  if (/^\s*HYPERLINK\b/i.test(field.code)) {
    const address = linkIn(field.code);
    if (address.startsWith("#")) story.document.references.add(address.slice(1));
    field.link = story.openLink(address);
  }
  if (!field.link && field.atom && story.draft && field.code.trim() !== "") {
    const { kind, key, refreshed, shown } = readFieldCode(field.code);
    const target = /^(?:REF|PAGEREF|NOTEREF)\s+"?([^\s"\\]+)/i.exec(shown)?.[1];
    if (target !== undefined) {
      story.document.references.add(target);
      story.document.crossReferences.add(target);
    }
    story.place(
      { ...field.atom, kind, key, shown, looks: refreshed === "" ? {} : { "stored data": refreshed } },
      ATOM_MARK,
    );
  }
}

function beginResult(story: StoryReading, field: Field | undefined): void {
  if (!field || field.inResult) return;
  settleField(story, field);
  field.managed = !TEXT_FIELDS.test(field.code);
  if (field.managed) story.managed++;
}

function endField(story: StoryReading): void {
  const field = story.fields.at(-1);
  if (!field) return;
  if (!field.inResult) settleField(story, field);
  if (field.managed) story.managed--;
  story.closeLink(field.link);
  story.fields.pop();
}

function openFieldCharacter(story: StoryReading): void {
  const type = story.scanner.attribute("fldCharType");
  const box = story.takeContent();
  if (type === "begin") {
    const field = beginField(story, "");
    const checked = /<[\w.-]*:?checked(?:\s[^>]*?val\s*=\s*["'](\w+)["'])?[^>]*>/.exec(box);
    if (checked && field.atom) field.code = `[${checked[1] ?? "1"}] `;
  } else if (type === "separate") beginResult(story, story.fields.at(-1));
  else if (type === "end") endField(story);
}

function openSimpleField(story: StoryReading): void {
  const field = beginField(story, story.scanner.attribute("instr") ?? "");
  if (story.scanner.selfClosing) endField(story);
  // Some programs put their stored data before the result.
  else beginResult(story, field);
}

function openHyperlink(story: StoryReading): void {
  const { scanner, xml, relations } = story;
  if (scanner.selfClosing) return;
  const relation = relations.get(relationIn(xml.slice(scanner.start, scanner.end)));
  const anchor = scanner.attribute("anchor");
  if (anchor !== null && relation === undefined) story.document.references.add(anchor);
  const target = `${relation ? plainAddress(relation.target) : ""}${anchor === null ? "" : `#${anchor}`}`;
  story.links.push(story.openLink(target));
}

/** A HYPERLINK field's target: HYPERLINK "address" \l "place". */
function linkIn(code: string): string {
  const anchor = /\\l\s+"([^"]*)"/.exec(code)?.[1];
  const address = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]+))/i.exec(code);
  return `${plainAddress(address?.[1] ?? address?.[2] ?? "")}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** A URL the way Word normalizes it: with a slash after a bare host, and percent-encoded or not. */
function plainAddress(address: string): string {
  let plain = address;
  try {
    plain = decodeURI(address);
  } catch {
    // Invalid encoding, so it stays as it is.
  }
  return plain.replace(/^([a-z][a-z\d+.-]*:\/\/[^/?#]*)\/?$/i, (_, head: string) => head.toLowerCase());
}

export const OPENS: Handlers = {
  [S.fldChar]: openFieldCharacter,
  [S.fldSimple]: openSimpleField,
  [S.hyperlink]: openHyperlink,
};

export const CLOSES: Handlers = {
  [S.fldSimple]: endField,
  [S.hyperlink]: (story) => story.closeLink(story.links.pop()),
};
