import { invalid } from "#app/platform/rules/core/errors.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";
import { countFindings } from "#app/features/documents/rules/gate/findings.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import { uncomparable } from "../policy/check-policy.ts";
import { policyOf } from "../policy/order-policy.ts";
import type { CopyAuthors } from "../reading/copy-authors.ts";
import type { Order } from "../views/find-order.ts";
import { type OrderFile, type WorkFile, sectionsLeftOut } from "./find-work.ts";

/** The kinds of manuscripts that aren't edited in Word, as the engine's gate calls them. */
export const GATE_FORMATS = { word: null, pdf: "pdf", latex: "tex" } as const;

type Gated = { work: WorkFile; tracked: OrderFile; gate: GateResult | null };

/** The form field that shows a file's message. */
export const trackedField = (sourceFileId: string): string => `tracked.${sourceFileId}`;

/** Reads every copy against its source, outside any transaction. @throws invalid when one cannot be read */
export async function runGate(
  parts: { work: WorkFile; tracked: OrderFile }[],
  order: Order,
  { editor, reader }: CopyAuthors,
  read: ReadonlyMap<string, OrderFile>,
): Promise<Gated[]> {
  const excluded = readChoices(order.choices).excluded ?? [];
  const policy = await policyOf(order.id);
  const gated: Gated[] = [];
  for (const { work, tracked } of parts) {
    if (work.format === "uncompared") {
      if (policy) throw uncomparable(tracked.name, trackedField(work.source.id));
      gated.push({ work, tracked, gate: null });
      continue;
    }
    const base = work.base ?? work.text;
    const format = GATE_FORMATS[work.format];
    const options = {
      format,
      locked: sectionsLeftOut(work, excluded),
      variant: order.variant,
      editor,
      rule: policy?.rule ?? null,
    };
    const result = await withStored(base, (source) =>
      withStored(tracked, (copy) => engine().gate(source, copy, options)),
    );
    if (!result.ok)
      throw invalid(result.code, `“${tracked.name}”: ${result.message}`, result.advice, {
        [trackedField(work.source.id)]: `${result.message} ${result.advice}`,
      });
    const before = read.get(work.source.id);
    gated.push({
      work,
      tracked,
      gate: reader && before && !format ? await withReadersChanges(result, before, tracked, reader) : result,
    });
  }
  return gated;
}

/**
 * The second reader's copies that an editor corrects after a review, by source. Empty before the second reading, and in
 * later rounds.
 */
export async function listReadFiles(order: Order, db: Reader): Promise<ReadonlyMap<string, OrderFile>> {
  if (!order.secondReader || order.deliveredAt) return new Map();
  const rows = await db
    .selectFrom("reading_files as p")
    .innerJoin("second_readings as r", "r.id", "p.readingId")
    .innerJoin("files as f", "f.id", "p.trackedFileId")
    .selectAll("f")
    .select("p.sourceFileId as of")
    .where("r.orderId", "=", order.id)
    .where("r.status", "=", "done")
    .where("f.removedAt", "is", null)
    .execute();
  return new Map(rows.map(({ of, ...file }) => [of, file]));
}

/** The editor can't remove the second reader's changes silently: each one that's gone has to be confirmed. */
async function withReadersChanges(
  gate: GateResult,
  before: OrderFile,
  tracked: OrderFile,
  reader: string,
): Promise<GateResult> {
  const found = await withStored(before, (from) =>
    withStored(tracked, (copy) => engine().otherAuthors(from, copy, reader)),
  );
  if (!found.ok) return gate;
  const findings = [
    ...(gate.findings ?? []).filter((one) => !(one.kind === "foreign_change" && one.before === reader)),
    ...found.findings,
  ];
  return { ...gate, findings, findingCounts: countFindings(findings) };
}
