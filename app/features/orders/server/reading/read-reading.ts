import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";
import { findingSheet } from "../../rules/work/finding-sheet.ts";
import { canRead, readingDueAt } from "../../rules/review/second-reading.ts";
import { fileView } from "../views/file-view.ts";
import { getOrder } from "../views/find-order.ts";
import { gateView } from "../views/submissions-view.ts";
import { orderView } from "../views/get-order-view.ts";
import { readWorkPage } from "../views/read-order-page.ts";
import { policyTitle } from "#app/features/policy-profiles/rules/profile.ts";
import { ruleOf } from "../policy/order-policy.ts";
import { listReadCopies } from "./read-copies.ts";
import type { Reading } from "./lock-reading.ts";
import type { Order } from "../views/find-order.ts";

/**
 * What the reader works with: the brief and the manuscript right away, and the first editor's copies and letter once
 * they're submitted.
 */
async function workOf(order: Order, reading: Reading) {
  const db = database();
  const page = await readWorkPage(order, "editor", db);
  const view = orderView(page, { openQueries: 0 });
  const { choices, sources, references, reEdit, billableWords } = view;
  const kept = ruleOf(page.policies[0]);
  const policy = kept && policyTitle(kept);
  const turn = order.status === "second_reading";
  const parts = turn
    ? await db.selectFrom("reading_files").selectAll().where("readingId", "=", reading.id).execute()
    : [];
  const copies = turn ? await listReadCopies(order, reading, db) : [];
  return {
    brief: {
      choices,
      sources,
      references,
      reEdit,
      billableWords,
      viewer: view.viewer,
      status: "submitted" as const,
    },
    turn,
    letter: turn ? (page.submissions.find((s) => s.id === reading.submissionId)?.letter ?? "") : "",
    copies: copies.map(({ source, base, format, editors, own }) => {
      // The last check may be older than the newest upload.
      const part = parts.find((p) => p.sourceFileId === source.id && p.trackedFileId === own?.id);
      const said = page.resolutions.filter(
        (one) => one.submissionId === reading.submissionId && one.sourceFileId === source.id,
      );
      return {
        editors: fileView(editors),
        work: {
          sourceId: source.id,
          role: source.role,
          name: source.name,
          base: base ? fileView(base) : null,
          format,
          converted: false,
          tracked: own ? fileView(own) : null,
          check: page.checks.find((one) => one.fileId === (own ?? editors).id) ?? null,
          compared: false,
          leftOut: [],
          turned: own?.turnedFromId != null,
        },
        checked: part !== undefined,
        gate: part?.gate ? gateView(part.gate, own?.name ?? "") : null,
        /** What the order's policy doesn't allow. */
        rule: part?.gate?.rule && own && policy ? { verdict: part.gate.rule, policy, trackedFileId: own.id } : null,
        sheet: part?.gate ? findingSheet(part.gate, said) : null,
      };
    }),
  };
}

/**
 * A second reading's page: the work for its reader and, afterward, the outcome for them and for admins.
 * @throws not-found for everyone else
 */
export async function readReading(actor: Actor, readingId: string) {
  const db = database();
  if (!isId("reading", readingId)) throw notFound("second reading");
  const reading = await db.selectFrom("second_readings").selectAll().where("id", "=", readingId).executeTakeFirst();
  if (!reading || !canRead.view(actor, reading)) throw notFound("second reading");
  const order = await getOrder(reading.orderId, db);
  const mine = canRead.work(actor, reading);
  const names = await db
    .selectFrom("users")
    .select(["uid", "displayName"])
    .where("uid", "in", [order.assignedTo ?? "", reading.readerId ?? ""])
    .execute();
  return {
    id: reading.id,
    orderId: order.id,
    number: order.number,
    title: order.title || "Untitled manuscript",
    status: reading.status,
    orderStatus: order.status,
    people: { userId: order.userId, assignedTo: order.assignedTo },
    why: reading.why,
    note: reading.note,
    mine,
    admin: may(actor, "orders"),
    dueAt: readingDueAt(order),
    editorDueAt: order.editorDueAt,
    endedAt: reading.endedAt,
    payMinor: reading.payMinor,
    currency: PAY_CURRENCY,
    editorName: names.find((u) => u.uid === order.assignedTo)?.displayName ?? null,
    readerName: names.find((u) => u.uid === reading.readerId)?.displayName ?? null,
    work: mine ? await workOf(order, reading) : null,
  };
}

export type ReadingPage = Awaited<ReturnType<typeof readReading>>;
