import { type Ref, memo, useMemo } from "react";
import type { ExplorerIndex } from "../../rules/explore/explorer-model.ts";
import { count } from "./change-words.ts";
import styles from "./explorer.module.css";

const BINS = 180;
const HEIGHT = 44;
const HALF = HEIGHT / 2;

/** Marks the visible part of the document on the map: from 0 to 1. */
export function showWindow(rect: SVGRectElement | null, from: number, to: number): void {
  rect?.setAttribute("x", String(from * BINS));
  rect?.setAttribute("width", String(Math.max(0.8, (to - from) * BINS)));
}

/**
 * A map of the changes in the document: insertions above the line, deletions and other changes below it. Clicking
 * scrolls there.
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
  const { up, down } = useMemo(() => {
    const above = Array.from({ length: BINS }, () => 0);
    const below = Array.from({ length: BINS }, () => 0);
    for (const change of index.changes) {
      const bin = Math.min(BINS - 1, Math.floor(change.at * BINS));
      const side = change.kind === "insert" ? above : below;
      side[bin] = (side[bin] ?? 0) + Math.max(1, change.words);
    }
    const most = Math.max(1, ...above, ...below);
    const draw = (bins: number[], sign: 1 | -1) =>
      bins
        .map((value, i) =>
          value === 0
            ? ""
            : `M${i} ${HALF}v${(-sign * Math.max(2, Math.sqrt(value / most) * (HALF - 1))).toFixed(1)}h0.8V${HALF}z`,
        )
        .join("");
    return { up: draw(above, 1), down: draw(below, -1) };
  }, [index]);
  const densest = index.sections
    .filter((one) => one.words >= 50)
    .toSorted((a, b) => b.changes / b.words - a.changes / a.words)[0];
  return (
    <div className={styles.map}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a shortcut for the mouse; the list of changes does the same by keyboard */}
      <svg
        viewBox={`0 0 ${BINS} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Map of the ${count(total)} changes from the beginning to the end of the document.${densest ? ` Most per word in ${densest.title}.` : ""} The list of changes shows the sections.`}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          onGo((event.clientX - box.left) / box.width);
        }}
      >
        <rect ref={windowRef} className={styles.mapWindow} y={0} height={HEIGHT} />
        {index.sections.map((one) => (
          <line
            key={one.block}
            className={styles.mapSection}
            x1={one.at * BINS}
            x2={one.at * BINS}
            y1={0}
            y2={HEIGHT}
            vectorEffect="non-scaling-stroke"
          >
            <title>{one.title}</title>
          </line>
        ))}
        <line className={styles.mapLine} x1={0} x2={BINS} y1={HALF} y2={HALF} vectorEffect="non-scaling-stroke" />
        <path className={styles.mapIn} d={up} />
        <path className={styles.mapOut} d={down} />
      </svg>
      <p className={styles.mapKey} aria-hidden>
        <span>
          <i data-in /> added (above the line)
        </span>
        <span>
          <i /> deleted or changed (below)
        </span>
        <span>beginning to end</span>
      </p>
    </div>
  );
});
