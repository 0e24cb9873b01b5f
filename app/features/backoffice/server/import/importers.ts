import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import {
  type ImportedAs,
  accountsAt,
  importAccount,
  importedBefore,
} from "#app/features/accounts/server/people/import-account.ts";
import { importedEmail } from "#app/features/accounts/server/settings/account-emails.ts";
import { importedEditorEmail } from "#app/features/editors/server/editor-emails.ts";
import { makeEditor } from "#app/features/editors/server/make-editor.ts";
import {
  type ImportedOrder,
  importPastOrders,
  lookAtPastOrders,
} from "#app/features/orders/server/past/import-past-orders.ts";
import { LEVELS, type Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { ReadRow, RowFault } from "../../rules/import/import-kind.ts";
import type { ImportName } from "../../rules/import/imports.ts";

/** What an import would do with its rows. */
export type ImportOutlook = {
  /** New here. */
  create: number;
  /** Here already, but not from an import, or not as the file says. */
  found: number;
  /** Imported before. */
  before: number;
  /** Rows that only the database shows to be wrong. An import leaves them out. */
  faults: RowFault[];
};

type Importer = {
  look(db: Reader, rows: readonly ReadRow[]): Promise<ImportOutlook>;
  /** Imports some rows. Safe to repeat. @param invites whether to email those who are new */
  run(ctx: CommandContext, rows: readonly ReadRow[], invites: boolean): Promise<void>;
};

/** The rows that weren't imported before, with the accounts that have their addresses. */
async function freshPeople(db: Reader, kind: ImportedAs, rows: readonly ReadRow[]) {
  const ids = rows.map(({ row }) => row.externalId!);
  const before = await importedBefore(db, kind, ids);
  const fresh = rows.filter(({ row }) => !before.has(row.externalId!));
  const there = await accountsAt(
    db,
    fresh.map(({ row }) => row.email!),
  );
  return { before: before.size, fresh: fresh.map((it) => ({ ...it, account: there.get(it.row.email!) ?? null })) };
}

const person = ({ row }: ReadRow) => ({
  externalId: row.externalId!,
  email: row.email!,
  name: row.name!,
  timeZone: row.timeZone!,
});

const clients: Importer = {
  async look(db, rows) {
    const { before, fresh } = await freshPeople(db, "client", rows);
    const found = fresh.filter(({ account }) => account !== null).length;
    return { create: fresh.length - found, found, before, faults: [] };
  },
  async run(ctx, rows, invites) {
    for (const it of rows) {
      const { organization = "", country = "" } = it.row;
      const { done } = await importAccount(ctx, "client", { ...person(it), organization, country });
      if (done === "created" && invites) await invite(ctx, "imported", it, importedEmail(person(it)));
    }
  },
};

/** Why an account that's there can't become an editor's, or null. */
const editorFault = (account: { uid: string | null; blocked: boolean } | null): string | null =>
  account === null
    ? null
    : account.uid === null
      ? "Somebody signed up with this address and hasn't confirmed it yet."
      : account.blocked
        ? "The account with this address is blocked."
        : null;

const words = (text: string | undefined): string[] => (text ?? "").split(" ").filter(Boolean);
const levelIn = (text: string | undefined): Level | undefined => LEVELS.find((it) => it === text);

const editors: Importer = {
  async look(db, rows) {
    const { before, fresh } = await freshPeople(db, "editor", rows);
    const faults = fresh.flatMap(({ line, account }) => {
      const fault = editorFault(account);
      return fault === null ? [] : [{ line, fault }];
    });
    const found = fresh.filter(({ account }) => account !== null && editorFault(account) === null).length;
    return { create: fresh.length - found - faults.length, found, before, faults };
  },
  async run(ctx, rows, invites) {
    for (const it of rows) {
      const account = (await accountsAt(ctx.tx, [it.row.email!])).get(it.row.email!) ?? null;
      if (editorFault(account) !== null) continue;
      const { done, uid } = await importAccount(ctx, "editor", person(it));
      if (uid === null || done === "before" || account?.isEditor) continue;
      const level = levelIn(it.row.level);
      await makeEditor(ctx, {
        uid,
        reason: "Imported as an editor from another system.",
        fields: words(it.row.fields),
        variants: words(it.row.variants),
        services: words(it.row.services),
        settings: {
          weeklyWords: it.row.weeklyWords ? Number(it.row.weeklyWords) : null,
          // A record begins here, so nothing but an admin can say what they were before.
          ...(level ? { level, levelFixedAt: ctx.now, levelFixedReason: "The level in our former system." } : {}),
        },
      });
      if (invites) await invite(ctx, "imported-editor", it, importedEditorEmail(person(it), done === "created"));
    }
  },
};

const orders: Importer = {
  async look(db, rows) {
    const done = await lookAtPastOrders(
      db,
      rows.map(({ row }) => row as ImportedOrder),
    );
    const those = (what: (typeof done)[number]) => rows.filter((_, i) => done[i] === what);
    return {
      create: those("created").length,
      found: those("found").length,
      before: those("before").length,
      faults: those("unknown").map(({ line, row }) => ({
        line,
        fault: `No client has the id or address “${row.client!.slice(0, 60)}”. Import the clients first.`,
      })),
    };
  },
  run: (ctx, rows) =>
    importPastOrders(
      ctx,
      rows.map(({ row }) => row as ImportedOrder),
    ),
};

export const IMPORTERS: Readonly<Record<ImportName, Importer>> = { clients, editors, orders };

/** Emails somebody who's new here, once. @param mark keeps emails as a client and as an editor apart */
async function invite(ctx: CommandContext, mark: string, { row }: ReadRow, text: EmailText): Promise<void> {
  await post(ctx.tx, {
    key: `${mark}:${row.email}`,
    to: row.email!,
    subject: text.heading,
    kind: text.key,
    ...(await renderEmail(text)),
  });
}
