import { type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import { keepFindings } from "../server/check/keep-findings.ts";
import { chooseForm } from "../server/style-sheet/choose-form.ts";

/** Choosing a form in the report of a check, on every page that shows one. */
export const styleIntents = {
  choose_form: intent({
    command: chooseForm,
    input: ({ text }) => ({
      orderId: text("orderId"),
      fileId: text("fileId"),
      key: text("key"),
      form: text("form"),
    }),
  }),
} satisfies Record<string, Intent<{ params: object }>>;

/** Keeping findings on purpose in the report of an edited copy or its manuscript. */
export const keptIntents = {
  keep_findings: intent({
    command: keepFindings,
    input: ({ text }) => ({
      orderId: text("orderId"),
      fileId: text("fileId"),
      ids: text("ids").split(" ").filter(Boolean),
      reason: text("reason"),
      kept: text("kept") === "yes",
    }),
    done: ({ changed, kept }) =>
      changed === 0 ? "Nothing to change." : kept ? "Kept on purpose." : "No longer kept on purpose.",
  }),
} satisfies Record<string, Intent<{ params: object }>>;
