import { count } from "#app/platform/rules/core/count.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { DiffLine, Piece } from "../rules/text-diff.ts";
import type { LegalLine, LegalState } from "../server/legal/read-legal-page.ts";
import styles from "./legal.module.css";

const BADGES: Readonly<Record<LegalState, { tone: StatusTone; words: string }>> = {
  draft: { tone: "neutral", words: "Draft" },
  waiting: { tone: "waiting", words: "Needs approval" },
  scheduled: { tone: "active", words: "Scheduled" },
  "in effect": { tone: "done", words: "In effect" },
  replaced: { tone: "neutral", words: "Replaced" },
  canceled: { tone: "stopped", words: "Canceled" },
  discarded: { tone: "stopped", words: "Discarded" },
  "not used": { tone: "neutral", words: "Not used" },
};

export const LegalBadge = ({ state }: { state: LegalState }) => (
  <StatusBadge tone={BADGES[state].tone}>{BADGES[state].words}</StatusBadge>
);

/** The day something takes effect. Legal texts change at the start of a day, UTC. */
export const EffectiveDay = ({ at }: { at: string }) => <time dateTime={at}>{formatLongDay(at.slice(0, 10))}</time>;

/** Who drafted and approved a version, and why. */
export function LegalFacts({ version }: { version: LegalLine }) {
  const { drafter, decider, state, reason, announced, effectiveAt } = version;
  if (!drafter) return <p>The text the product comes with.</p>;
  return (
    <p>
      Drafted by {drafter}
      {decider && state !== "draft" ? `, ${state === "canceled" ? "decided" : "approved"} by ${decider}` : null}
      {effectiveAt ? (
        <>
          , effective <EffectiveDay at={effectiveAt} />
        </>
      ) : null}
      .{announced ? " Account holders were told." : null}
      {reason ? ` Reason: ${reason}` : null}
    </p>
  );
}

type Shown = DiffLine | { kind: "left out"; count: number };

/** The differences between two texts. Removals and additions are also marked as such for screen readers. */
export function TextChanges({ lines, label }: { lines: readonly Shown[]; label: string }) {
  if (!lines.some((line) => line.kind !== "same" && line.kind !== "left out"))
    return <p className="soft">Nothing differs.</p>;
  return (
    <ol className={styles.diff} aria-label={label}>
      {lines.map((line, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of one text, in its order
        <li key={i} data-kind={line.kind}>
          <Line line={line} />
        </li>
      ))}
    </ol>
  );
}

function Line({ line }: { line: Shown }) {
  switch (line.kind) {
    case "left out":
      return count(line.count, "unchanged paragraph");
    case "changed":
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, in its order
      return line.pieces.map((piece, i) => <Marked key={i} piece={piece} />);
    case "added":
    case "removed":
    case "same":
      return <Marked piece={line} />;
  }
}

function Marked({ piece }: { piece: Piece }) {
  if (piece.kind === "same") return piece.text;
  return piece.kind === "added" ? <ins>{piece.text}</ins> : <del>{piece.text}</del>;
}
