/** An order as one viewer sees it, and the two ways to say what it's waiting for. */
import type { Viewer } from "#app/platform/rules/core/fact-words.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import type { Waiting, WaitingAction, WaitingAround, WaitingOrder } from "./waiting-facts.ts";

export const say = (
  turn: Waiting["turn"],
  who: string | null,
  waitsFor: string,
  by: Date | null = null,
  more: { note?: string | null; action?: Waiting["action"] } = {},
): Waiting => ({ waitsFor, who, turn, by, note: more.note ?? null, action: more.action ?? null });
export const act = (code: WaitingAction, label: string) => ({ code, label });

/** The order as one viewer sees it: names, dates and amounts in their words. */
export function read(order: WaitingOrder, around: WaitingAround, viewer: Viewer, policy: DeadlinePolicy) {
  const editor =
    viewer === "editor"
      ? "You"
      : around.editorName
        ? `${around.editorName}, ${viewer === "client" ? "your editor" : "the editor"}`
        : "The editor";
  const client = viewer === "client" ? "You" : around.clientName ? `${around.clientName}, the author` : "The author";
  const editorBy = order.revisionDueAt ?? order.editorDueAt;
  const clientBy = order.revisionDueAt ?? order.dueAt;
  return {
    order,
    around,
    viewer,
    policy,
    editorBy,
    clientBy,
    price: formatMoney(order.totalMinor, order.currency),
    forReader: viewer === "client" ? clientBy : editorBy,
    promised: viewer === "client" ? "Your due date." : null,
    /** One party acts: that party reads an instruction, the others a report. */
    party: (
      role: "client" | "editor",
      mine: [string, Waiting["action"]],
      others: string,
      by: { mine: Date | null; others: Date | null },
      note: { mine?: string | null; others?: string | null } = {},
    ): Waiting =>
      viewer === role
        ? say("you", "You", mine[0], by.mine, { action: mine[1], note: note.mine ?? null })
        : {
            ...say("others", role === "client" ? client : editor, others, by.others, { note: note.others ?? null }),
            party: role,
          },
  };
}
export type Handler = (reading: ReturnType<typeof read>) => Waiting;
