import { memo, useMemo } from "react";
import type { Block, ExplorerIndex, Leaf, Place } from "../../rules/explore/explorer-model.ts";
import { BlockList } from "./blocks.tsx";
import type { Showing } from "./spans.tsx";
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
    showing: Showing;
    height: number;
    heading: ExplorerIndex["places"][number] | undefined;
  }) {
    const own = useMemo(() => blocks?.slice(offset, offset + leaf.blocks), [blocks, offset, leaf.blocks]);
    const cut = heading ? heading.block - leaf.from : 0;
    return (
      <div data-leaf={number} className={styles.leaf} style={own ? undefined : { height }}>
        {own ? (
          heading ? (
            <>
              <BlockList blocks={own.slice(0, cut)} showing={showing} from={leaf.from} />
              <p className={styles.place}>{PLACES[heading.place]}</p>
              <BlockList blocks={own.slice(cut)} showing={showing} from={heading.block} />
            </>
          ) : (
            <BlockList blocks={own} showing={showing} from={leaf.from} />
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
