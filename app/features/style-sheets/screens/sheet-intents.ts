import { count } from "#app/platform/rules/core/count.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { type FormRequest, type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import { deleteSheet, importSheet, removeEntry, saveEntry, settleConflict } from "../server/change-sheet.ts";

/** What's done on a page with a style sheet. @param ownerOf whose it is: an author's, or an organization's */
export const sheetIntents = <Args extends { params: object }>(
  ownerOf: (request: FormRequest<Args>) => string,
): Record<string, Intent<Args>> => {
  const of = (request: FormRequest<Args>) => ({ ownerId: ownerOf(request) });
  return {
    save: intent({
      command: saveEntry,
      input: (request) => ({
        ...of(request),
        entryId: request.text("entryId"),
        part: request.text("part"),
        form: request.text("form"),
        others: request.text("others"),
        note: request.text("note"),
      }),
      done: ({ form }) => `“${form}” is on the style sheet.`,
    }),
    remove: intent({
      command: removeEntry,
      input: (request) => ({ ...of(request), entryId: request.text("entryId") }),
      done: ({ form }) => (form ? `“${form}” was removed.` : "This entry was removed before."),
    }),
    settle: intent({
      command: settleConflict,
      input: (request) => ({ ...of(request), entryId: request.text("entryId"), take: request.text("take") }),
      done: "Settled.",
    }),
    import: intent({
      command: importSheet,
      input: async (request) => {
        const file = request.form.get("file");
        if (!(file instanceof File) || file.size === 0) throw invalid("file", "Choose a CSV file first.");
        return { ...of(request), text: await file.text() };
      },
      done: ({ entries, changed }) =>
        `${count(entries, "entry", "entries")} read, ${changed.toLocaleString("en-US")} new or changed.`,
    }),
    delete: intent({ command: deleteSheet, input: of, done: "The style sheet and its history were deleted." }),
  };
};
