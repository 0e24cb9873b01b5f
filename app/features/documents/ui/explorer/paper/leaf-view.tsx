import { Fragment, memo, useMemo } from "react";
import type { Block, ExplorerIndex, Leaf, Place } from "../../../rules/explore/explorer-model.ts";
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

export const LeafView = memo(
  function LeafView({
    number,
    leaf,
    blocks,
    offset,
    showing,
    height,
    headings,
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
  }) {
    const own = useMemo(() => blocks?.slice(offset, offset + leaf.blocks), [blocks, offset, leaf.blocks]);
    const beginOf = (story: (typeof headings)[number] | undefined) => story && story.block - leaf.from;
    const list = (from: number, to?: number) => {
      const part = { blocks: own?.slice(from, to) ?? [], from: leaf.from + from };
      return "choose" in showing ? <BlockList {...part} showing={showing} /> : <BlockPairs {...part} sides={showing} />;
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
