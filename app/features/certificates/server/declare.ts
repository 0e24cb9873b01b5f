import { conflict } from "#app/platform/rules/core/errors.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import type { ChangeStats } from "#app/features/documents/rules/docx/change-stats.ts";
import type { KindCounts } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { isWithinRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import { changeTotals } from "#app/features/orders/rules/change/change-totals.ts";
import { policyOf } from "#app/features/orders/server/policy/order-policy.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import type { OrderFile, Submission, SubmissionFile } from "#app/features/orders/server/work/find-work.ts";
import { type DeclarationFacts, declaredKinds } from "../rules/declaration.ts";

/** Whether everybody who edited a delivery confirmed that no generative AI was used. */
export async function isAttested(delivery: Submission, db: Reader): Promise<boolean> {
  if (delivery.noAiAt === null) return false;
  const readings = await db
    .selectFrom("second_readings")
    .select("noAiAt")
    .where("submissionId", "=", delivery.id)
    .where("status", "=", "done")
    .execute();
  return readings.every((reading) => reading.noAiAt !== null);
}

/**
 * What a delivery's declaration says: only what the gate measured or the editor confirmed.
 * @throws conflict without a policy, and unless every copy was found to be within it
 */
export async function declare(
  order: Order,
  delivery: Submission,
  noAi: boolean,
  parts: readonly SubmissionFile[],
  files: readonly OrderFile[],
  db: Reader,
): Promise<DeclarationFacts> {
  const policy = await policyOf(order.id, db);
  if (!policy)
    throw conflict(
      "no_policy",
      "This order wasn't placed under a university's policy, so there's nothing to declare.",
      "Create a certificate instead.",
    );
  const gates = parts.flatMap((part) =>
    part.gate?.passed && !part.gate.format && part.gate.rule && isWithinRule(part.gate.rule) ? [part.gate] : [],
  );
  if (gates.length === 0 || gates.length < parts.length)
    throw conflict(
      "not_measured",
      "We can only declare what we measured, and not every file of this delivery was a Word file with tracked changes.",
      "Create a certificate instead.",
    );
  const counts: KindCounts = {};
  for (const { rule } of gates)
    for (const [kind, n] of Object.entries(rule!.counts) as [keyof KindCounts, number][])
      counts[kind] = (counts[kind] ?? 0) + n;
  const totals = changeTotals(gates.map(({ stats }): ChangeStats => stats))!;
  const editor = await db
    .selectFrom("editors")
    .select(["degree", "doctorateVerifiedAt"])
    .where("uid", "=", delivery.editorId)
    .executeTakeFirst();
  const hashOf = (id: string | null): string => files.find((file) => file.id === id)?.sha256 ?? "";
  return {
    policy: { name: policy.name, version: policy.version },
    kinds: declaredKinds(counts, policy.rule),
    share: {
      changed: totals.wordsInserted + totals.wordsDeleted,
      of: totals.originalWords + totals.finalWords,
    },
    noAi,
    degree: editor?.degree ?? "",
    degreeVerified: editor?.doctorateVerifiedAt != null,
    consentedAt: policy.consentedAt?.toISOString() ?? null,
    files: parts.map((part) => ({
      original: hashOf(textOf(part, files)),
      tracked: hashOf(part.trackedFileId),
      clean: hashOf(part.cleanFileId),
    })),
  };
}

/** The author's file that was edited: the source, or its newest version by the time of the delivery. */
const textOf = (part: SubmissionFile, files: readonly OrderFile[]): string => {
  const tracked = files.find((file) => file.id === part.trackedFileId);
  return (
    files.findLast(
      (file) =>
        file.purpose === "version" &&
        file.sourceFileId === part.sourceFileId &&
        file.round !== null &&
        (!tracked || file.createdAt <= tracked.createdAt),
    )?.id ?? part.sourceFileId
  );
};
