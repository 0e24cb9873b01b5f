import { readChoices } from "../../rules/draft/choices.ts";
import { isManuscript } from "../../rules/draft/file-role.ts";
import { draftSum } from "../../rules/draft/draft-sum.ts";
import { isCached } from "../work/find-delivery.ts";
import { fileView } from "./file-view.ts";
import { asOwnFile } from "./list-files.ts";
import type { OrderPage } from "./read-order-page.ts";
import type { OrderFile } from "../work/find-work.ts";

/**
 * The order that a re-edit is based on and, for its editors, what changed since, with the delivered copies. Null on an
 * order of new work.
 */
export function reEditView({ order, files, viewer, reEditOf, reEditCopies }: OrderPage) {
  const choices = readChoices(order.choices);
  const notEdited = (file: OrderFile): string[] => {
    const excluded = new Set(choices.excluded?.filter((e) => e.fileId === file.id).map((e) => e.section));
    return (file.receipt?.sections ?? [])
      .filter((s) => excluded.has(s.id) || (s.references && !choices.referencesChecked))
      .map((s) => s.id);
  };
  const delivered = reEditOf[0];
  if (!delivered) return null;
  const compared = files.filter(isManuscript).map((f) => ({ file: f, found: f.reedit }));
  return {
    of: { id: delivered.id, number: delivered.number },
    forReviewers: choices.forReviewers ?? false,
    delivered: viewer === "client" ? [] : reEditCopies.filter(isCached).map(fileView),
    files: compared.flatMap(({ file, found }) =>
      found
        ? [
            {
              sourceId: file.id,
              name: file.name,
              count: found.count,
              words: draftSum([asOwnFile(file)], choices).reEdit,
              left: notEdited(file),
              listed: viewer === "client" ? [] : found.listed,
              unlisted: found.unlisted,
            },
          ]
        : [],
    ),
  };
}
