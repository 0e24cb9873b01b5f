import { Fragment, memo, useMemo } from "react";
import type { Block, Columns, ExplorerIndex, Leaf, Place } from "../../../rules/explore/explorer-model.ts";
import { BlockList, BlockPairs } from "./blocks.tsx";
import type { Showing, Sides } from "./spans.tsx";
import styles from "./paper.module.css";

const PLACES: Record<Place, string> = {
  body: "",
  footnote: "Footnotes",
  endnote: "Endnotes",
  header: "Header",
  footer: "Footer",
};

/** The blocks from one to before another, divided where the number of columns changes. */
function partsByColumns(columns: readonly Columns[], from: number, to: number): Columns[] {
  const parts: Columns[] = [];
  let at = from;
  for (const one of columns) {
    const [start, end] = [Math.max(from, one.from), Math.min(to, one.to)];
    if (start >= end) continue;
    if (at < start) parts.push({ from: at, to: start, count: 1 });
    parts.push({ ...one, from: start, to: end });
    at = end;
  }
  if (at < to) parts.push({ from: at, to, count: 1 });
  return parts;
}

export const LeafView = memo(
  function LeafView({
    number,
    leaf,
    blocks,
    offset,
    showing,
    height,
    headings,
    columns,
  }: {
    number: number;
    leaf: Leaf;
    blocks: Block[] | undefined;
    offset: number;
    /** One text, or two side by side. */
    showing: Showing | Sides;
    height: number;
    /** The stories that begin in it. */
    headings: ExplorerIndex["places"];
    /** All parts of the text in several columns, in order. */
    columns: readonly Columns[];
  }) {
    const own = useMemo(() => blocks?.slice(offset, offset + leaf.blocks), [blocks, offset, leaf.blocks]);
    const beginOf = (story: (typeof headings)[number] | undefined) => story && story.block - leaf.from;
    // Cards in the margin would be over the next column.
    const narrow = useMemo(
      () => ("choose" in showing && showing.cards === "margin" ? { ...showing, cards: "below" as const } : showing),
      [showing],
    );
    const list = (from: number, to = leaf.blocks) => {
      const partOf = (start: number, end: number) => ({
        blocks: own?.slice(start, end) ?? [],
        from: leaf.from + start,
      });
      if (!("choose" in showing)) return <BlockPairs {...partOf(from, to)} sides={showing} />;
      return partsByColumns(columns, leaf.from + from, leaf.from + to).map((part) => {
        const blocks = partOf(part.from - leaf.from, part.to - leaf.from);
        return part.count === 1 ? (
          <BlockList key={part.from} {...blocks} showing={showing} />
        ) : (
          <div
            key={part.from}
            className={styles.columns}
            style={{ columnCount: part.count }}
            data-line={part.line && ""}
          >
            <BlockList {...blocks} showing={narrow as Showing} />
          </div>
        );
      });
    };
    return (
      <div data-leaf={number} className={styles.leaf} style={own ? undefined : { height }}>
        {own ? (
          <>
            {list(0, beginOf(headings[0]))}
            {headings.map(({ place, block }, i) => (
              <Fragment key={block}>
                <p className={styles.place}>{PLACES[place]}</p>
                {list(block - leaf.from, beginOf(headings[i + 1]))}
              </Fragment>
            ))}
          </>
        ) : null}
      </div>
    );
  },
  (a, b) =>
    a.blocks === b.blocks &&
    a.leaf === b.leaf &&
    a.headings.length === b.headings.length &&
    a.headings.every(({ block }, i) => block === b.headings[i]?.block) &&
    (a.blocks ? a.showing === b.showing : a.height === b.height),
);
