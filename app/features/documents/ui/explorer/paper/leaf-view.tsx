import { memo, useMemo } from "react";
import type { Block, ExplorerIndex, Leaf, Place } from "../../../rules/explore/explorer-model.ts";
import { BlockList, BlockPairs } from "./blocks.tsx";
import type { Showing, Sides } from "./spans.tsx";
import styles from "./paper.module.css";

const PLACES: Record<Place, string> = {
  body: "",
  footnote: "Footnotes",
  endnote: "Endnotes",
  header: "In a header",
  footer: "In a footer",
};

export const LeafView = memo(
  function LeafView({
    number,
    leaf,
    blocks,
    offset,
    showing,
    height,
    heading,
  }: {
    number: number;
    leaf: Leaf;
    blocks: Block[] | undefined;
    offset: number;
    /** One text, or two side by side. */
    showing: Showing | Sides;
    height: number;
    heading: ExplorerIndex["places"][number] | undefined;
  }) {
    const own = useMemo(() => blocks?.slice(offset, offset + leaf.blocks), [blocks, offset, leaf.blocks]);
    const cut = heading ? heading.block - leaf.from : 0;
    const list = (from: number, to?: number) => {
      const part = { blocks: own?.slice(from, to) ?? [], from: leaf.from + from };
      return "choose" in showing ? <BlockList {...part} showing={showing} /> : <BlockPairs {...part} sides={showing} />;
    };
    return (
      <div data-leaf={number} className={styles.leaf} style={own ? undefined : { height }}>
        {own ? (
          heading ? (
            <>
              {list(0, cut)}
              <p className={styles.place}>{PLACES[heading.place]}</p>
              {list(cut)}
            </>
          ) : (
            list(0)
          )
        ) : null}
      </div>
    );
  },
  (a, b) =>
    a.blocks === b.blocks &&
    a.leaf === b.leaf &&
    a.heading?.block === b.heading?.block &&
    (a.blocks ? a.showing === b.showing : a.height === b.height),
);
