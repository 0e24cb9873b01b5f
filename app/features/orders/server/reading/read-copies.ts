import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";
import { countFindings } from "#app/features/documents/rules/gate/findings.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import type { Order } from "../views/find-order.ts";
import {
  type OrderFile,
  type SubmissionFile,
  listOrderFiles,
  listSubmissionFiles,
  workFiles,
} from "../work/find-work.ts";
import type { EditFormat } from "../../rules/work/edit-formats.ts";
import { GATE_FORMATS, trackedField } from "../work/gate-copies.ts";
import { uncomparable } from "../policy/check-policy.ts";
import { policyOf } from "../policy/order-policy.ts";
import type { CopyAuthors } from "./copy-authors.ts";
import type { Reading } from "./lock-reading.ts";

/** One source, as its second reader works on it. */
export type ReadCopy = {
  source: OrderFile;
  /** What the first editor's edits were made in. Null where there is none (pdf, tex). */
  base: OrderFile | null;
  format: EditFormat;
  /** The first editor's copy, which the reader works in. */
  editors: OrderFile;
  /** The reader's newest upload, or null. */
  own: OrderFile | null;
};
export type GatedCopy = ReadCopy & { own: OrderFile; gate: GateResult | null };

/** An order's copies for its second reader: what the first editor submitted, and what the reader uploaded since. */
export async function listReadCopies(
  order: Pick<Order, "id" | "assignedTo">,
  reading: Pick<Reading, "submissionId" | "readerId" | "takenAt">,
  db: Reader = database(),
): Promise<ReadCopy[]> {
  if (!reading.submissionId) return [];
  const files = await listOrderFiles(order.id, db);
  const parts = await listSubmissionFiles([reading.submissionId], db);
  const byId = new Map(files.map((f) => [f.id, f]));
  return workFiles(files, reading.readerId).flatMap(({ source, base, format, tracked }) => {
    const part: SubmissionFile | undefined = parts.find((p) => p.sourceFileId === source.id);
    const editors = part && byId.get(part.trackedFileId);
    // An upload from an earlier turn at this reading isn't part of this one.
    const own = tracked && reading.takenAt && tracked.createdAt >= reading.takenAt ? tracked : null;
    return editors ? [{ source, base, format, editors, own }] : [];
  });
}

/**
 * Checks a reader's copies: with its changes rejected, each must match the manuscript, and every change by the first
 * editor must still be there or its removal confirmed. Runs outside any transaction.
 * @throws invalid when one can't be read
 */
export async function gateReadCopies(
  copies: readonly (ReadCopy & { own: OrderFile })[],
  order: Order,
  copyAuthors: CopyAuthors,
): Promise<GatedCopy[]> {
  const excluded = readChoices(order.choices).excluded ?? [];
  const policy = await policyOf(order.id);
  const gated: GatedCopy[] = [];
  for (const copy of copies) {
    const { source, editors, own } = copy;
    if (copy.format === "uncompared") {
      if (policy) throw uncomparable(own.name, trackedField(source.id));
      gated.push({ ...copy, gate: null });
      continue;
    }
    const [base, format] = [copy.base ?? source, GATE_FORMATS[copy.format]];
    const locked = excluded
      .filter((one) => one.fileId === source.id)
      .flatMap((one) => (source.receipt?.sections ?? []).filter((section) => section.id === one.section))
      .map(({ id, title }) => ({ id, title }));
    const options = { format, locked, variant: order.variant, editor: copyAuthors.reader, rule: policy?.rule ?? null };
    const [gate, before] = await withStored(own, async (local) => [
      await withStored(base, (from) => engine().gate(from, local, options)),
      // Only Word files say who made a change.
      format
        ? ({ ok: true, findings: [], authors: [] } as const)
        : await withStored(editors, (from) => engine().otherAuthors(from, local, copyAuthors.editor)),
    ]);
    const unread = !gate.ok ? gate : before.ok ? null : before;
    if (unread || !gate.ok || !before.ok)
      throw invalid(unread!.code, `“${own.name}”: ${unread!.message}`, unread!.advice, {
        [trackedField(source.id)]: `${unread!.message} ${unread!.advice}`,
      });
    // The first editor's name is expected in this copy.
    const findings = [
      ...(gate.findings ?? []).filter((one) => !(one.kind === "foreign_change" && one.before === copyAuthors.editor)),
      ...before.findings,
    ];
    gated.push({ ...copy, gate: { ...gate, findings, findingCounts: countFindings(findings) } });
  }
  return gated;
}

/** @throws conflict unless it's the reader's turn */
export function checkTurn(order: Pick<Order, "status">, reading: Pick<Reading, "status">): void {
  if (order.status === "second_reading" && reading.status === "taken") return;
  const over = reading.status !== "taken";
  throw conflict(
    "not_your_turn",
    over
      ? "This second reading is over."
      : order.status === "on_hold" || order.status === "disputed"
        ? "This order is on hold right now."
        : "The first editor hasn't submitted their work yet.",
    over ? "Your uploads and your note are kept." : "We'll notify you when it's your turn.",
  );
}
