import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { can as canIn } from "#app/features/organizations/rules/organization.ts";
import { lockOrganization } from "#app/features/organizations/server/find-organization.ts";
import { can } from "../rules/can.ts";
import { PART_CODES, isSame, titleOf, typedDecision } from "../rules/entry.ts";
import { readSheetCsv } from "../rules/sheet-csv.ts";
import { type EntryRow, conflictsOf, dropSheet, keep, lockSheet, sheetOf } from "./entries.ts";

/** @param ownerId of an author, or of an organization */
async function own(ownerId: string, { tx, actor }: Pick<CommandContext, "tx" | "actor">) {
  const organization = isId("organization", ownerId) ? await lockOrganization(tx, actor, ownerId) : null;
  await lockSheet(tx, ownerId);
  return { ownerId, organization };
}
const allow = (actor: Actor, { ownerId, organization }: Awaited<ReturnType<typeof own>>) =>
  organization
    ? canIn.manage(actor, organization) || "Only an organization's owners and managers can change its style sheet."
    : can.changeSheet(actor, ownerId) || "Only its author can change a style sheet.";
const byClient = (actor: Actor, at: Date, role: EntryRow["role"] = "client") => ({
  role,
  byId: uidOf(actor),
  orderId: null,
  at,
});

/** Adds an entry to a sheet, or changes one. An entry replaces what decided the same thing. */
export const saveEntry = command({
  input: z.object({
    ownerId: z.string(),
    /** The entry to change; "" for a new one. */ entryId: z.string().default(""),
    part: z.enum(PART_CODES, { error: "Choose a part." }),
    form: z.string(),
    others: z.string().default(""),
    note: z.string().default(""),
  }),
  load: (input, context) => own(input.ownerId, context),
  allow,
  run: async ({ input, tx, actor, now }) => {
    const typed = typedDecision(input);
    if ("fault" in typed)
      throw invalid("entry", typed.fault, "Correct the form and save it again.", { form: typed.fault });
    if (input.entryId) {
      const before = (await sheetOf(input.ownerId, tx)).find((one) => one.id === input.entryId);
      if (!before)
        throw conflict(
          "entry_gone",
          "This entry was changed or removed in the meantime.",
          "Reload the page. What you typed is still here.",
        );
      // A convention keeps what it's about, however its form is typed.
      if (titleOf(before.key) !== "") typed.key = before.key;
      else if (!isSame(before, typed)) await end(tx, before, now);
    }
    await keep(tx, input.ownerId, [typed], byClient(actor, now));
    return { form: typed.form };
  },
});

const end = (tx: Tx, { id }: EntryRow, at: Date) =>
  tx.updateTable("style_entries").set({ state: "past", endedAt: at }).where("id", "=", id).execute();

/** Removes an entry. It stays in the history. */
export const removeEntry = command({
  input: z.object({ ownerId: z.string(), entryId: z.string() }),
  load: (input, context) => own(input.ownerId, context),
  allow,
  run: async ({ input, tx, now }) => {
    const row = (await sheetOf(input.ownerId, tx)).find((one) => one.id === input.entryId);
    if (row) await end(tx, row, now);
    return { form: row?.form ?? null };
  },
});

/** Settles a contradiction: the sheet keeps its form, or takes the order's. */
export const settleConflict = command({
  input: z.object({ ownerId: z.string(), entryId: z.string(), take: z.enum(["sheet", "order"]) }),
  load: (input, context) => own(input.ownerId, context),
  allow,
  run: async ({ input, tx, actor, now }) => {
    const row = (await conflictsOf(input.ownerId, tx)).find((one) => one.id === input.entryId);
    if (!row) throw notFound("contradiction");
    await end(tx, row, now);
    if (input.take === "order") await keep(tx, input.ownerId, [row], { ...byClient(actor, now), orderId: row.orderId });
    return { form: row.form };
  },
});

/** Adds the entries of a CSV file. Each replaces what decided the same thing; nothing is imported if a line is wrong. */
export const importSheet = command({
  input: z.object({
    ownerId: z.string(),
    text: z.string().max(1_000_000, "This file is too long. Import up to 1 MB."),
  }),
  load: (input, context) => own(input.ownerId, context),
  allow,
  run: async ({ input, tx, actor, now }) => {
    const entries = readSheetCsv(input.text);
    return { entries: entries.length, changed: await keep(tx, input.ownerId, entries, byClient(actor, now, "import")) };
  },
});

/** Deletes a sheet with its history. */
export const deleteSheet = command({
  input: z.object({ ownerId: z.string() }),
  load: (input, context) => own(input.ownerId, context),
  allow,
  run: async ({ input, tx }) => {
    await dropSheet(tx, input.ownerId);
  },
});
