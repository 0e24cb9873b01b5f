import { type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
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
