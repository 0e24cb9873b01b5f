import type { ChangeStats, GateResult } from "#app/features/documents/rules/docx/change-stats.ts";
import { changeTotals } from "../../rules/change/change-totals.ts";
import { deliveredName } from "../../rules/draft/file-name.ts";
import { checkedFormatOf } from "../../rules/work/edit-formats.ts";
import { type FindingSheet, type Resolution, findingSheet } from "../../rules/work/finding-sheet.ts";
import { gateObjection } from "../../rules/work/gate-outcome.ts";
import { rubricOf } from "../../rules/review/qa.ts";
import type { Viewer } from "../../rules/waiting/waiting-facts.ts";
import { policyTitle } from "#app/features/policy-profiles/rules/profile.ts";
import { ruleOf } from "../policy/order-policy.ts";
import { fileView } from "./file-view.ts";
import type { OrderPage } from "./read-order-page.ts";

export function submissionsView({
  order,
  files,
  viewer,
  submissions,
  parts,
  resolutions,
  reviews,
  checks,
  policies,
  qa,
}: OrderPage) {
  // The author sees deliveries, and an editor their own submissions.
  const seen = submissions.filter((s) =>
    viewer === "client" ? s.status === "delivered" : viewer === "editor" ? s.editorId === order.assignedTo : true,
  );
  const policy = ruleOf(policies[0]);
  const byId = new Map(files.map((f) => [f.id, f]));
  return seen.map((s) => {
    const own = parts
      .filter((p) => p.submissionId === s.id)
      .sort((a, b) => (byId.get(a.sourceFileId)?.position ?? 0) - (byId.get(b.sourceFileId)?.position ?? 0));
    const review = reviews.find((q) => q.submissionId === s.id && q.kind === "delivery");
    return {
      id: s.id,
      round: s.round,
      status: s.status,
      letter: s.letter,
      submittedAt: s.submittedAt,
      deliveredAt: s.deliveredAt,
      /** The editor confirmed that no generative AI saw the manuscript or wrote the edits. */
      noAi: s.noAiAt !== null,
      changes: changeTotals(
        own.flatMap((p): ChangeStats[] => (p.gate && p.gate.format !== "pdf" ? [p.gate.stats] : [])),
      ),
      files: own.map((p) => {
        const source = byId.get(p.sourceFileId);
        const tracked = byId.get(p.trackedFileId);
        const clean = p.cleanFileId ? byId.get(p.cleanFileId) : undefined;
        const textChanges = files.find((f) => f.comparedFromId === p.trackedFileId && f.uploadedBy === null);
        return {
          sourceFileId: p.sourceFileId,
          trackedFileId: p.trackedFileId,
          sourceName: source?.name ?? "",
          role: source?.role ?? null,
          // The author sees the name that the download has, not the one on the editor's computer.
          tracked: tracked
            ? {
                ...fileView(tracked),
                ...(viewer === "client" && source
                  ? { name: deliveredName(source.name, s.round, "tracked", tracked.name) }
                  : {}),
              }
            : null,
          clean: clean ? fileView(clean) : null,
          /** What became of the check's findings in the clean copy, and whether the report can be opened. */
          check: checks.find((one) => one.fileId === clean?.id) ?? null,
          format: checkedFormatOf(p.gate),
          /** Of a LaTeX source: a Word file with the changes in its text. */
          textChanges: textChanges ? fileView(textChanges) : null,
          /** Of a PDF: what the editor marked and wrote on its pages. `total` can be more than are listed. */
          annotations: p.gate?.annotations ? { list: p.gate.annotations, total: p.gate.stats.comments } : null,
          sheet: p.gate
            ? sheetFor(
                p.gate,
                resolutions.filter((one) => one.submissionId === s.id && one.sourceFileId === p.sourceFileId),
                viewer,
              )
            : null,
          gate: viewer === "client" || !p.gate ? null : gateView(p.gate, tracked?.name ?? ""),
          /** What the order's policy doesn't allow. */
          rule:
            viewer === "client" || !p.gate?.rule || !policy
              ? null
              : { verdict: p.gate.rule, policy: policyTitle(policy) },
        };
      }),
      review:
        viewer === "client" || !review
          ? null
          : {
              id: review.id,
              status: review.status,
              reason: review.reason,
              total: review.total,
              note: review.note ?? "",
              scores: review.scores as Record<string, number> | null,
              reviewer: review.reviewerName,
              rubric: rubricOf(qa),
              decidedAt: review.decidedAt,
            },
    };
  });
}

/** An order's reviews with their results: all of them for staff, those of the editor's own work for its editor. */
export const reviewsView = ({ order, viewer, submissions, reviews }: OrderPage) =>
  viewer === "client"
    ? []
    : reviews
        .filter(
          (q) =>
            viewer !== "editor" ||
            (q.kind !== "appeal" &&
              q.status !== "waiting" &&
              submissions.find((s) => s.id === q.submissionId)?.editorId === order.assignedTo),
        )
        .map((q) => ({
          id: q.id,
          kind: q.kind,
          status: q.status,
          reason: q.reason,
          total: q.total,
          dueAt: q.dueAt,
          decidedAt: q.decidedAt,
          reviewer: viewer === "editor" ? null : (q.reviewerName ?? q.takerName),
        }));

/** A copy's findings. Its author sees those that the editor confirmed, and what became of their own changes. */
function sheetFor(gate: GateResult, resolutions: readonly Resolution[], viewer: Viewer): FindingSheet | null {
  // The numbers of a PDF can't have changed: its pages are the same.
  if (gate.format === "pdf" && gate.findings?.length === 0) return null;
  const sheet = findingSheet(gate, resolutions);
  return sheet && viewer === "client"
    ? {
        ...sheet,
        groups: sheet.groups.filter(({ severity, kind }) => severity === "look" || kind === "author_change_kept"),
      }
    : sheet;
}

/** A gate's findings as its editor and staff read them. */
export const gateView = (gate: GateResult, name: string) => ({
  format: checkedFormatOf(gate),
  passed: gateObjection(gate, name) === null,
  objection: gateObjection(gate, name),
  rewriter: gate.rewriter ?? null,
  anotherManuscript: gate.anotherManuscript,
  similarity: gate.similarity,
  untracked: gate.untracked,
  untrackedTotal: gate.untrackedTotal,
  notes: gate.notes,
  authors: gate.authors,
});
