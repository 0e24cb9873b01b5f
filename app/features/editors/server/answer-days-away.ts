import { uidOf } from "#app/platform/rules/core/actor.ts";
import type { FormRequest } from "#app/platform/server/requests/page-frame.ts";
import { changeDaysAway } from "./change-days-away.ts";

const DONE = {
  add: "Days off added.",
  remove: "Days off removed.",
  pause: "Invites paused until then.",
} as const;

/** Handles the buttons of the `DaysAway` forms for the editor who clicked: "away", "pause", or "remove FROM TO". */
export async function answerDaysAway({
  actor,
  intent: name,
  text,
}: Pick<FormRequest<{ params: object }>, "actor" | "intent" | "text">): Promise<{ done: string }> {
  const what = name.startsWith("remove") ? "remove" : name === "pause" ? "pause" : "add";
  const [, from = "", to = ""] = name.split(" ");
  await changeDaysAway(actor, {
    editorId: uidOf(actor) ?? "",
    what,
    from: what === "remove" ? from : text("awayFrom"),
    to: what === "remove" ? to : what === "pause" ? text("pauseTo") : text("awayTo"),
  });
  return { done: DONE[what] };
}
