/** Removes what a file's document properties say about people and dates. */
import { DocxEdit } from "./docx-edit.ts";
import { readRelationships } from "./docx-package.ts";
import type { ScrubOptions } from "./scrub-docx.ts";

export const CORE_NAMES = /^(?:creator|lastModifiedBy|contributor|publisher|revision)$/;
const CORE_DATES = /^(?:created|modified|lastPrinted)$/;
export const APP_NAMES = /^(?:Company|Manager|Template|TotalTime|HyperlinkBase)$/;

export function scrubProperties(edit: DocxEdit, options: ScrubOptions): void {
  const { core, app } = edit.docx;
  if (core !== null) {
    edit.cut(
      core,
      (_, name) =>
        (options.names === true && CORE_NAMES.test(name)) || (options.dates === "remove" && CORE_DATES.test(name)),
    );
    const xml = edit.xml(core) ?? "";
    const made =
      options.dates === "day"
        ? xml.replace(
            /(<(?:[\w.-]+:)?(?:created|modified|lastPrinted)\b[^>]*>\s*\d{4}-\d\d-\d\d)T[^<]*/g,
            "$1T00:00:00Z",
          )
        : xml;
    if (made !== xml) edit.set(core, made);
  }
  if (!options.names) return;
  if (app !== null) edit.cut(app, (_, name) => APP_NAMES.test(name));
  // Custom properties: Zotero's and Mendeley's citation style stays, because their fields need it.
  const custom = readRelationships(edit.docx.zip, "").find(
    (one) => /^custom-?properties$/i.test(one.type) && !one.external,
  );
  if (!custom) return;
  let kept = 0;
  edit.cut(custom.target, (scanner, name) => {
    if (name !== "property") return false;
    const keep = /^(?:ZOTERO_PREF_\d+|Mendeley (?:Recent Style|Citation Style).*)$/.test(
      scanner.attribute("name") ?? "",
    );
    if (keep) kept++;
    return !keep;
  });
  if (kept === 0) edit.drop("", (one) => one.id === custom.id);
}
