import { DocxEdit } from "./docx-edit.ts";
import { openDocx, readRelationships } from "./docx-package.ts";
import { dropComments, scrubPackage } from "./scrub-docx.ts";
import { reviseStories } from "./revise-docx.ts";

export type CleanOptions = {
  /** Also removes the names of people and companies, and who saved it where. */
  scrubAuthors?: boolean;
};

/** The clean copy: all changes accepted, no comments, change tracking off. */
export function cleanCopy(bytes: Buffer, options: CleanOptions = {}): Buffer {
  const edit = new DocxEdit(openDocx(bytes));
  reviseStories(edit, { decide: () => "accept", dropComments: true });
  dropComments(edit);
  const settings = readRelationships(edit.docx.zip, edit.docx.main).find(
    (one) => one.type === "settings" && !one.external,
  );
  if (settings) edit.cut(settings.target, (_, name) => name === "trackRevisions");
  if (options.scrubAuthors) scrubPackage(edit, { authors: "", names: true, rsids: true });
  return edit.finish();
}
