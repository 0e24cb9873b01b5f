import { type Ref, memo, useMemo } from "react";
import type { ExplorerIndex } from "../../rules/explore/explorer-model.ts";
import { figure } from "./change-words.ts";
import styles from "./explorer.module.css";

const BINS = 180;
const WIDTH = 28;
const HALF = WIDTH / 2;

/** Marks the visible part of the document on the map: from 0 to 1. */
export function showWindow(rect: SVGRectElement | null, from: number, to: number): void {
  rect?.setAttribute("y", String(from * BINS));
  rect?.setAttribute("height", String(Math.max(0.8, (to - from) * BINS)));
}

/**
 * A map of the changes beside the document, from its beginning to its end: insertions right of the line, deletions and
 * other changes left of it. Clicking scrolls there.
 */
export const ChangeMap = memo(function ChangeMap({
  index,
  total,
  windowRef,
  onGo,
}: {
  index: ExplorerIndex;
  /** Edits in the document. */
  total: number;
  windowRef: Ref<SVGRectElement>;
  onGo: (at: number) => void;
}) {
  const { right, left } = useMemo(() => {
    const added = Array.from({ length: BINS }, () => 0);
    const other = Array.from({ length: BINS }, () => 0);
    for (const change of index.changes) {
      const bin = Math.min(BINS - 1, Math.floor(change.at * BINS));
      const side = change.kind === "insert" ? added : other;
      side[bin] = (side[bin] ?? 0) + Math.max(1, change.words);
    }
    const most = Math.max(1, ...added, ...other);
    const draw = (bins: number[], sign: 1 | -1) =>
      bins
        .map((value, i) =>
          value === 0
            ? ""
            : `M${HALF} ${i}h${(sign * Math.max(2, Math.sqrt(value / most) * (HALF - 1))).toFixed(1)}v0.8H${HALF}z`,
        )
        .join("");
    return { right: draw(added, 1), left: draw(other, -1) };
  }, [index]);
  const densest = index.sections
    .filter((one) => one.words >= 50)
    .toSorted((a, b) => b.changes / b.words - a.changes / a.words)[0];
  return (
    <div className={styles.map}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a shortcut for the mouse; the list of changes does the same by keyboard */}
      <svg
        viewBox={`0 0 ${WIDTH} ${BINS}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Map of the ${figure(total)} changes from the beginning to the end of the document.${densest ? ` Most per word in ${densest.title}.` : ""} The list of changes shows the sections.`}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          onGo((event.clientY - box.top) / box.height);
        }}
      >
        <rect ref={windowRef} className={styles.mapWindow} x={0} width={WIDTH} />
        {index.sections.map((one) => (
          <line
            key={one.block}
            className={styles.mapSection}
            x1={0}
            x2={WIDTH}
            y1={one.at * BINS}
            y2={one.at * BINS}
            vectorEffect="non-scaling-stroke"
          >
            <title>{one.title}</title>
          </line>
        ))}
        <line className={styles.mapLine} x1={HALF} x2={HALF} y1={0} y2={BINS} vectorEffect="non-scaling-stroke" />
        <path className={styles.mapIn} d={right} />
        <path className={styles.mapOut} d={left} />
      </svg>
    </div>
  );
});
