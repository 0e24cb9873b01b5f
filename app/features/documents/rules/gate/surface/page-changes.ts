/** Compares what documents say about their pages: headers on some of them, sections, settings, and the theme. */
import type { UntrackedEdit } from "../../docx/change-stats.ts";
import type { Properties } from "./properties.ts";
import type { Running, Surface } from "./surface.ts";
import { type LookChange, UNDO_ONLY } from "./surface-report.ts";

/** Pages that have no header or footer anymore, or one that they didn't have. */
export function runningChanges(before: Surface, after: Surface, story: Running["story"]): UntrackedEdit[] {
  if (before.sections.length !== after.sections.length) return [];
  const many = before.sections.length > 1;
  const edits: UntrackedEdit[] = [];
  for (const [i, was] of before.running.entries()) {
    const is = after.running[i];
    if (!is || was.story !== story || was.shown === is.shown) continue;
    const [first, of] = [was.pages === "first", many ? ` of section ${was.section}` : ""];
    const pages = first ? `The first page${of}` : was.pages === "even" ? `Even pages${of}` : `Odd pages${of}`;
    edits.push({
      section: `${story === "header" ? "Header" : "Footer"}${was.section > 1 ? ` of section ${was.section}` : ""}`,
      paragraph: 0,
      before: "",
      after: "",
      leading: "",
      trailing: "",
      what: is.shown
        ? `${pages} ${first ? "has" : "have"} a ${story} now.`
        : `${pages} lost ${first ? "its" : "their"} ${story}.`,
      advice: UNDO_ONLY,
    });
  }
  return edits;
}

/** Changed page layout and settings, for the whole document or one section. */
export function pageChanges(before: Surface, after: Surface): LookChange[] {
  const out: LookChange[] = [];
  const say = (words: string, what: string): void => void out.push({ kind: "formatting", paragraph: 0, words, what });
  const compare = (words: string, one: Properties, two: Properties): void => {
    for (const name of new Set([...Object.keys(one), ...Object.keys(two)])) {
      const [was, is] = [one[name] ?? "", two[name] ?? ""];
      if (was !== is && !(ADDED.has(name) && (was === "" || is === "")))
        say(words, SHOWN.has(name) ? `${name}: ${was || "none"} → ${is || "none"}` : `${name} changed`);
    }
  };
  const [a, b] = [before.sections, after.sections];
  if (a.length === b.length)
    for (const [i, section] of a.entries())
      compare(a.length > 1 ? `Section ${i + 1}` : "Pages", section, b[i] as Properties);
  // Word adds a section to a document without any.
  else if (a.length > 0) say("Document", `number of sections: ${a.length} → ${b.length}`);
  if (before.look.settings && after.look.settings) compare("Document", before.look.settings, after.look.settings);
  if (before.look.theme && after.look.theme) compare("Document", before.look.theme, after.look.theme);
  if (before.controls.join("\n") !== after.controls.join("\n")) say("Content controls", "settings changed");
  if (before.data !== after.data) say("Content controls", "the data that Word fills them with changed");
  return out;
}

/** Word adds these if they're missing, and then nothing changes. */
const ADDED = new Set(["page margins", "places of headers and footers", "page size", "default tab stops"]);

/** Shown with their values. */
const SHOWN = new Set([
  "page size",
  "columns",
  "theme font for headings",
  "theme font for text",
  "editing restrictions",
  "template",
  "page color",
]);
