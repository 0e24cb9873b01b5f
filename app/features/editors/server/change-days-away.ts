import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { localTime } from "../rules/calendar.ts";
import { spanFault, withSpan, withoutSpan } from "../rules/days-away.ts";
import { can } from "../rules/can.ts";
import { changeEditor } from "./change-editor.ts";
import { lockEditor } from "./find-editor.ts";

/** An editor adds or removes days off, in the editor's own calendar. A pause starts today. */
export const changeDaysAway = command({
  byImpersonator: true,
  input: z.object({
    editorId: z.string(),
    what: z.enum(["add", "remove", "pause"]),
    from: z.string().default(""),
    to: z.string().default(""),
  }),
  load: (input, { tx }) => lockEditor(tx, input.editorId),
  allow: (actor, editor) => can.setMatching(actor, editor.uid) || "Only the editor can change their days off.",
  run: async (ctx) => {
    const { input, thing: editor, now } = ctx;
    const today = localTime(now, editor.timeZone).day;
    const span = { from: input.what === "pause" ? today : input.from, to: input.to };
    const before = editor.calendar?.away ?? [];
    const fault = input.what === "remove" ? null : spanFault(span, today);
    const field = input.what === "pause" ? "pauseTo" : fault?.field === "from" ? "awayFrom" : "awayTo";
    if (fault) throw invalid("away", fault.message, "Nothing was changed.", { [field]: fault.message });
    const away = input.what === "remove" ? withoutSpan(before, span, today) : withSpan(before, span, today);
    if (JSON.stringify(away) === JSON.stringify(before)) return { away, matchReady: editor.matchReady };
    const { matchReady } = await changeEditor(
      ctx,
      editor,
      { calendar: json({ workdays: editor.calendar?.workdays ?? [], away }) },
      ["daysAway"],
    );
    return { away, matchReady };
  },
});
