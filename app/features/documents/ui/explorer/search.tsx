import { useEffect, useMemo, useState } from "react";
import { count } from "#app/platform/rules/core/count.ts";
import type { Block, ExplorerIndex } from "../../rules/explore/explorer-model.ts";
import styles from "./explorer.module.css";

const plainOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.k === "t"
        ? block.rows.map((row) => row.cells.map((cell) => plainOf(cell.b)).join("\n")).join("\n")
        : block.s.map((span) => span.t).join("") + (block.x ? `\n${plainOf(block.x)}` : ""),
    )
    .join("\n");

const TEXTS = new WeakMap<Block, string>();
/** A block's text for searching, built once per block. */
function textOf(block: Block): string {
  let text = TEXTS.get(block);
  if (text === undefined) TEXTS.set(block, (text = plainOf([block]).toLowerCase()));
  return text;
}

/** Searches the whole text, which is loaded for it. */
export function Search({
  index,
  bundles,
  want,
  box,
  onShow,
}: {
  index: ExplorerIndex;
  bundles: ReadonlyMap<number, Block[]>;
  want: (bundle: number) => Promise<Block[]>;
  box: React.RefObject<HTMLInputElement | null>;
  onShow: (block: number, words: string) => void;
}) {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(-1);
  const wanted = words.trim().toLowerCase();
  const all = Math.ceil(index.leaves.length / index.perBundle);
  useEffect(() => {
    if (wanted.length < 2) return;
    void (async () => {
      for (let bundle = 0; bundle < all; bundle++) await want(bundle);
    })();
  }, [wanted, all, want]);
  const found = useMemo(() => {
    const hits: number[] = [];
    if (wanted.length < 2) return hits;
    for (let bundle = 0; bundle < all; bundle++) {
      const from = index.leaves[bundle * index.perBundle]?.from ?? 0;
      bundles.get(bundle)?.forEach((block, i) => {
        if (textOf(block).includes(wanted)) hits.push(from + i);
      });
    }
    return hits;
  }, [wanted, all, bundles, index]);
  const type = (typed: string) => {
    setWords(typed);
    setAt(-1);
    if ("highlights" in CSS) CSS.highlights.delete("stet-search");
  };
  const next = (by: 1 | -1) => {
    if (found.length === 0) return;
    const to = (at + by + found.length) % found.length;
    setAt(to);
    onShow(found[to] as number, wanted);
  };
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        next(1);
      }}
    >
      <input
        ref={box}
        type="search"
        value={words}
        placeholder="Search"
        aria-label="Search in the text"
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && event.shiftKey) {
            event.preventDefault();
            next(-1);
          }
        }}
      />
      {wanted.length >= 2 ? (
        <span className="small soft figures" role="status">
          {at >= 0 ? `${at + 1} of ` : ""}
          {count(found.length, "paragraph")}
        </span>
      ) : null}
    </form>
  );
}
