import { type Actor, isStaff } from "#app/platform/rules/actor.ts";
import { Problem, invalid, refused } from "#app/platform/rules/errors.ts";
import { isId } from "#app/platform/rules/ids.ts";
import { readListQuery } from "#app/platform/rules/list-query.ts";
import { now } from "#app/platform/server/clock.ts";
import { formText } from "#app/features/orders/rules/form-text.ts";
import { THREADS_LIST } from "../rules/ticket-view.ts";
import { isTicketCategory, isTicketPriority } from "../rules/ticket.ts";
import { assignTicket } from "./assign-ticket.ts";
import { changeTicket } from "./change-ticket.ts";
import { countDeskThreads } from "./desk-counts.ts";
import { listDeskStaff } from "./desk-staff.ts";
import { listMacros } from "./list-macros.ts";
import { listThreads } from "./list-threads.ts";
import { resolveTicket } from "./resolve-ticket.ts";
import { removeMacro } from "./remove-macro.ts";
import { saveMacro } from "./save-macro.ts";

/** The queue as one of the staff asks for it, or the macros that stand behind the same address. @throws refused to all but staff */
export async function readDeskQueue(actor: Actor, search: URLSearchParams) {
  if (!isStaff(actor)) throw refused("Only staff see the queue.");
  if (search.get("view") === "macros")
    return { view: "macros" as const, macros: await listMacros(actor), edit: search.get("edit") };
  const [list, counts, staff] = await Promise.all([
    listThreads(actor, readListQuery(search, THREADS_LIST)),
    countDeskThreads(actor, now()),
    listDeskStaff(actor),
  ]);
  return { view: "queue" as const, list, counts, staff, me: actor.uid };
}
export type DeskQueuePage = Awaited<ReturnType<typeof readDeskQueue>>;

export type DeskQueueAnswer = {
  form: string;
  done?: string;
  /** Bulk: what was left as it was, and why. */
  left?: { id: string; why: string }[];
  error?: ReturnType<Problem["toJSON"]>;
  typed?: Record<string, string>;
};

/** So many tickets are changed by one form at most: a page of the queue. */
const AT_ONCE = 100;

/** One deed on many tickets: each by itself, so that one which has moved on keeps none of the others back. */
async function onEach(
  ids: readonly string[],
  deed: (ticketId: string) => Promise<unknown>,
  done: string,
): Promise<DeskQueueAnswer> {
  const left: { id: string; why: string }[] = [];
  for (const id of ids) {
    try {
      await deed(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      left.push({ id, why: error.message });
    }
  }
  const n = ids.length - left.length;
  return { form: "bulk", ...(n > 0 ? { done: `${n} ${n === 1 ? "ticket" : "tickets"} ${done}` } : {}), left };
}

/**
 * What the queue's forms ask for: something done to the tickets that are ticked, or a macro kept or removed.
 * @throws Problem in words for the form
 */
export async function actOnQueue(actor: Actor, form: FormData): Promise<DeskQueueAnswer> {
  if (!isStaff(actor)) throw refused("Only staff work with the queue.");
  const text = (name: string) => formText(form, name);
  const intent = text("intent");
  if (intent === "save-macro") {
    const id = text("id");
    const category = text("category");
    await saveMacro(actor, {
      ...(id ? { id } : {}),
      title: text("title"),
      body: text("body"),
      category: isTicketCategory(category) ? category : null,
    });
    return { form: intent, done: "The macro is kept." };
  }
  if (intent === "remove-macro") {
    await removeMacro(actor, { id: text("id") });
    return { form: intent, done: "The macro is gone." };
  }
  const ids = [...new Set(form.getAll("id").filter((id): id is string => isId("ticket", id)))];
  if (ids.length === 0)
    throw invalid("nothing-ticked", "No ticket is ticked.", "Tick the tickets first, then press the button again.");
  if (ids.length > AT_ONCE)
    throw invalid("too-many", `At most ${AT_ONCE} tickets are changed at once.`, "Tick fewer of them.");
  switch (intent) {
    case "take":
      return onEach(ids, (ticketId) => assignTicket(actor, { ticketId, assigneeId: actor.uid }), "given to you.");
    case "resolve":
      return onEach(ids, (ticketId) => resolveTicket(actor, { ticketId }), "resolved.");
    case "change": {
      const category = text("category");
      const priority = text("priority");
      const change = {
        ...(isTicketCategory(category) ? { category } : {}),
        ...(isTicketPriority(priority) ? { priority } : {}),
      };
      if (Object.keys(change).length === 0)
        throw invalid(
          "nothing-chosen",
          "Neither a category nor a priority is chosen.",
          "Choose what the ticked tickets should get.",
        );
      return onEach(ids, (ticketId) => changeTicket(actor, { ticketId, ...change }), "changed.");
    }
    default:
      throw invalid("nothing-asked", "Nothing was asked for.", "Use one of the buttons.");
  }
}
