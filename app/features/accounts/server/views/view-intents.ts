import { intent } from "#app/platform/server/requests/page-frame.ts";
import type { ViewList } from "../../rules/saved-views.ts";
import { chooseView } from "./choose-view.ts";
import { removeView } from "./remove-view.ts";
import { renameView } from "./rename-view.ts";
import { saveView } from "./save-view.ts";

/** The intents of a list's saved views, for its page's action. */
export const viewIntents = (list: ViewList) => ({
  "view-save": intent({
    command: saveView,
    input: ({ text }) => ({ list, name: text("name"), search: text("search") }),
    done: "View saved.",
  }),
  "view-rename": intent({
    command: renameView,
    input: ({ text }) => ({ viewId: text("viewId"), name: text("name") }),
    done: "View renamed.",
  }),
  "view-remove": intent({
    command: removeView,
    input: ({ text }) => ({ viewId: text("viewId") }),
    done: "View deleted.",
  }),
  "view-choose": intent({
    command: chooseView,
    input: ({ text }) => ({ viewId: text("viewId"), on: text("on") === "yes" }),
    done: (_result, { text }) =>
      text("on") === "yes" ? "This list now opens with that view." : "This list opens without a view again.",
  }),
});
