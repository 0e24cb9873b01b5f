import { count } from "#app/platform/rules/core/count.ts";
import { z } from "zod";
import { openViews } from "#app/features/accounts/server/views/open-views.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { Problem, invalid, refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { readJson } from "#app/platform/rules/requests/read-json.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type BulkReply, type Left, onEach, readSelected } from "#app/platform/server/core/on-each.ts";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { MACRO_LIST, THREADS_LIST } from "../../rules/ticket-view.ts";
import { TicketCategoryField, TicketPriorityField } from "../../rules/ticket-input.ts";
import { isTicketCategory, isTicketPriority } from "../../rules/ticket.ts";
import { assignTicket } from "../tickets/assign-ticket.ts";
import { changeTicket } from "../tickets/change-ticket.ts";
import { countDeskThreads } from "./desk-counts.ts";
import { readDeskFigures } from "./desk-figures.ts";
import { listDeskStaff } from "./desk-staff.ts";
import { archiveMacro } from "../macros/archive-macro.ts";
import { findMacro, listMacroRows } from "../macros/list-macro-rows.ts";
import { listTags } from "../tickets/tag-ticket.ts";
import { listThreads } from "./list-threads.ts";
import { resolveTicket } from "../tickets/resolve-ticket.ts";
import { removeMacro } from "../macros/remove-macro.ts";
import { saveMacro } from "../macros/save-macro.ts";

/** The queue, or the macros or the report at the same URL. @throws refused unless staff */
export async function readDeskQueue(actor: Actor, search: URLSearchParams, path: string) {
  if (!may(actor, "care")) throw refused("Only staff can see the queue.");
  if (search.get("view") === "macros") return { view: "macros" as const, ...(await readMacros(actor, search)) };
  if (search.get("view") === "report") return { view: "report" as const, figures: await readDeskFigures(actor, now()) };
  const views = await openViews(actor, "threads", { path, search });
  const [list, counts, staff, tags] = await Promise.all([
    listThreads(actor, readListQuery(search, THREADS_LIST)),
    countDeskThreads(actor, now()),
    listDeskStaff(actor),
    listTags(),
  ]);
  return { view: "queue" as const, list, counts, staff, tags, views, me: actor.uid };
}

/** The macros page: a list, and the macro whose form is open. */
async function readMacros(actor: Actor, search: URLSearchParams) {
  const [edit, copy] = [search.get("edit"), search.get("copy")];
  const open = edit ?? copy;
  return {
    macros: await listMacroRows(actor, readListQuery(search, MACRO_LIST)),
    open: open ? await findMacro(actor, open).catch(missing) : null,
    copies: edit === null && copy !== null,
  };
}
/** If it no longer exists, the form is for a new one. */
function missing(error: unknown): null {
  if (error instanceof Problem && error.kind === "not-found") return null;
  throw error;
}
export type DeskQueuePage = Awaited<ReturnType<typeof readDeskQueue>>;

export type DeskQueueAnswer = BulkReply & {
  form: string;
  done?: string;
  error?: ReturnType<Problem["toJSON"]>;
  typed?: Record<string, string>;
};

const tickets = (n: number) => count(n, "ticket");

/** The tickets' current values, so that a bulk action can be undone. */
async function standing(ids: readonly string[]) {
  const found = await database()
    .selectFrom("tickets")
    .select(["id", "assigneeId", "category", "priority"])
    .where("id", "in", ids)
    .execute();
  const known = new Map(found.map((it) => [it.id, it]));
  return ids.map((id) => ({ id, was: known.get(id)! }));
}

/** What an undo needs: each ticket with its values before and after the action. */
const Undo = z
  .array(
    z.object({
      id: z.string().max(64),
      was: z.object({
        assigneeId: z.string().max(64).nullable().optional(),
        category: TicketCategoryField.optional(),
        priority: TicketPriorityField.optional(),
      }),
      still: z.object({
        assigneeId: z.string().max(64).nullable().optional(),
        category: TicketCategoryField.optional(),
        priority: TicketPriorityField.optional(),
      }),
    }),
  )
  .max(100);
type UndoItem = z.infer<typeof Undo>[number];

function reply(done: readonly UndoItem[], left: Left[], words: string): DeskQueueAnswer {
  const n = done.length;
  return {
    form: "bulk",
    left,
    ...(n > 0 ? { done: `${tickets(n)} ${words}`, undo: { intent: "undo", items: JSON.stringify(done) } } : {}),
  };
}

/** Restores tickets, each only if nobody has changed it since. */
async function undo(actor: Actor, items: string): Promise<DeskQueueAnswer> {
  const asked = Undo.safeParse(readJson(items));
  if (!asked.success) throw invalid("undo", "This can't be undone.", "Change the tickets one by one.");
  const { done, left } = await onEach(asked.data, async ({ id, was, still }) => {
    if (was.assigneeId !== undefined && still.assigneeId !== undefined)
      await assignTicket(actor, { ticketId: id, assigneeId: was.assigneeId, still: still.assigneeId });
    if (was.category || was.priority)
      await changeTicket(actor, {
        ticketId: id,
        ...(was.category ? { category: was.category } : {}),
        ...(was.priority ? { priority: was.priority } : {}),
        still: { category: still.category, priority: still.priority },
      });
  });
  return { form: "bulk", left, ...(done.length > 0 ? { done: `Undone. ${tickets(done.length)} restored.` } : {}) };
}

/**
 * Handles the queue's forms: a bulk action on selected tickets, or saving or removing a macro.
 * @throws Problem to show on the form
 */
export async function actOnQueue(actor: Actor, form: FormData): Promise<DeskQueueAnswer> {
  if (!may(actor, "care")) throw refused("Only staff can work with the queue.");
  const text = (name: string) => formText(form, name);
  const intent = text("intent");
  if (intent === "save-macro") {
    const id = text("id");
    const category = text("category");
    await saveMacro(actor, {
      ...(id ? { id, ...(/^\d{1,9}$/.test(text("version")) ? { version: Number(text("version")) } : {}) } : {}),
      title: text("title"),
      body: text("body"),
      category: isTicketCategory(category) ? category : null,
    });
    return { form: intent, done: "Macro saved." };
  }
  if (intent === "archive-macro" || intent === "restore-macro") {
    const archived = intent === "archive-macro";
    await archiveMacro(actor, { id: text("id"), archived });
    return archived
      ? { form: intent, done: "Macro archived.", undo: { intent: "restore-macro", items: text("id") } }
      : { form: intent, done: "Macro restored." };
  }
  if (intent === "remove-macro") {
    await removeMacro(actor, { id: text("id") });
    return { form: intent, done: "Macro removed." };
  }
  if (intent === "undo") return undo(actor, text("items"));
  const ids = readSelected(form, "ticket", "tickets");
  const before = await standing(ids);
  const assign = async (assigneeId: string | null, words: string) => {
    const { done, left } = await onEach(before, ({ id }) => assignTicket(actor, { ticketId: id, assigneeId }));
    const changed = done.filter((it) => it.result.changed);
    return reply(
      changed.map(({ item }) => ({ id: item.id, was: { assigneeId: item.was.assigneeId }, still: { assigneeId } })),
      left,
      words,
    );
  };
  switch (intent) {
    case "take":
      return assign(actor.uid, "assigned to you.");
    case "assign": {
      const assigneeId = text("assigneeId");
      if (!assigneeId)
        throw invalid("nobody-chosen", "No assignee chosen.", "Choose someone for the selected tickets.");
      const to = (await listDeskStaff(actor)).find((it) => it.uid === assigneeId);
      return assigneeId === "none"
        ? assign(null, "unassigned.")
        : assign(assigneeId, `assigned to ${to?.displayName ?? "a colleague"}.`);
    }
    case "resolve": {
      const { done, left } = await onEach(before, ({ id }) => resolveTicket(actor, { ticketId: id }));
      // This can't be undone, because the owners were told. Instead, the page delays it for a few seconds.
      return { form: "bulk", left, ...(done.length > 0 ? { done: `${tickets(done.length)} resolved.` } : {}) };
    }
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
          "No category or priority chosen.",
          "Choose a category or priority for the selected tickets.",
        );
      const { done, left } = await onEach(before, ({ id }) => changeTicket(actor, { ticketId: id, ...change }));
      return reply(
        done
          .filter((it) => it.result.changed)
          .map(({ item }) => ({
            id: item.id,
            was: {
              ...(change.category ? { category: item.was.category } : {}),
              ...(change.priority ? { priority: item.was.priority } : {}),
            },
            still: change,
          })),
        left,
        "changed.",
      );
    }
    default:
      throw invalid("nothing-asked", "Unknown action.", "Reload the page and try again.");
  }
}
