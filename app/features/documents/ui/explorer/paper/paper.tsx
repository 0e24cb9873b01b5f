import {
  type Ref,
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { Block, ExplorerIndex, Leaf, Place } from "../../../rules/explore/explorer-model.ts";
import type { Showing, Sides } from "./spans.tsx";
import styles from "./paper.module.css";
import { markWords, findNote } from "../find-note.ts";
import { LeafView } from "./leaf-view.tsx";

export type PaperHandle = {
  /** Brings a change into view, or its block where nothing of it shows. */
  showChange(id: number, block: number): void;
  showBlock(block: number, find?: string): void;
  /** Keeps what is at the top of the window there while the text is shown in another way. */
  stay(): void;
  /** Prints all of the document. */
  print(): Promise<void>;
};

/** How far beyond the window the text is there, in pixels. */
const NEAR = "1400px 0px";
const LINE_PX = 28;
const BETWEEN_PX = 14;
const ROW_PX = 46;
/** Frames in which a place is followed while the text around it settles. */
const FOLLOW_FRAMES = 40;
/** Where the text begins under the bars at the top of the window, in pixels. */
const BARS_PX = 180;
const STEADY_FRAMES = 4;

/** A leaf's height before it was ever shown. */
const guess = (leaf: Leaf, width: number): number =>
  Math.round(
    (leaf.characters / Math.max(20, width / 8.2)) * LINE_PX +
      leaf.blocks * (BETWEEN_PX + LINE_PX / 2) +
      leaf.rows * ROW_PX,
  );

/**
 * The document as on paper. It is cut into leaves of a page or so; only those near the window are there, the others are
 * as high as they were, or as they are likely to be: so that a thesis scrolls like a letter.
 */
export const Paper = memo(function Paper({
  index,
  bundles,
  want,
  showing,
  onPick,
  onPlace,
  ref,
}: {
  index: ExplorerIndex;
  bundles: ReadonlyMap<number, Block[]>;
  want: (bundle: number) => Promise<Block[]>;
  showing: Showing | Sides;
  onPick: (id: number) => void;
  /** Says which part of the document is in the window: from 0 to 1. */
  onPlace: (from: number, to: number) => void;
  ref: Ref<PaperHandle>;
}) {
  const root = useRef<HTMLDivElement>(null);
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(() => new Map());
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([0, 1]));
  const [width, setWidth] = useState(620);
  const [whole, setWhole] = useState(false);
  const place = useRef<{ block: number; top: number } | null>(null);
  const columns = "choose" in showing ? 1 : 2;
  const { leaves, perBundle } = index;
  const leafOf = useCallback(
    (block: number): number => {
      let low = 0;
      for (let high = leaves.length - 1; low < high;) {
        const middle = (low + high + 1) >> 1;
        if ((leaves[middle] as Leaf).from <= block) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    [leaves],
  );

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    let known = 0;
    const observer = new ResizeObserver(([entry]) => {
      const now = Math.round(entry?.contentRect.width ?? 620);
      if (Math.abs(known - now) <= 8) return;
      known = now;
      setWidth(now);
      // Heights of another width say nothing.
      setHeights(new Map());
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const numberOf = (entry: IntersectionObserverEntry) => Number((entry.target as HTMLElement).dataset.leaf);
        const left = entries.filter((entry) => !entry.isIntersecting && entry.target.firstChild !== null);
        if (left.length > 0)
          setHeights(
            (before) =>
              new Map([
                ...before,
                ...left.map((entry): [number, number] => [numberOf(entry), entry.boundingClientRect.height]),
              ]),
          );
        setNear((before) => {
          const next = new Set(before);
          for (const entry of entries) {
            if (entry.isIntersecting) next.add(numberOf(entry));
            else next.delete(numberOf(entry));
          }
          return next;
        });
      },
      { rootMargin: NEAR },
    );
    for (const leaf of element.querySelectorAll("[data-leaf]")) observer.observe(leaf);
    return () => observer.disconnect();
  }, [leaves.length]);

  useEffect(() => {
    for (const leaf of near) void want(Math.floor(leaf / perBundle));
  }, [near, want, perBundle]);

  // Where the window is, told once a frame at most.
  const starts = useMemo(() => {
    const list: number[] = [];
    let total = 0;
    for (const leaf of leaves) {
      list.push(total);
      total += leaf.characters;
    }
    return { list, total: Math.max(1, total) };
  }, [leaves]);
  useEffect(() => {
    let frame = 0;
    const tell = () => {
      frame = 0;
      const element = root.current;
      if (!element) return;
      let from: number | null = null;
      let to = 0;
      for (const leaf of near) {
        const box = element.querySelector(`[data-leaf="${leaf}"]`)?.getBoundingClientRect();
        if (!box || box.bottom < 0 || box.top > innerHeight) continue;
        const at = (y: number) =>
          ((starts.list[leaf] ?? 0) +
            Math.max(0, Math.min(1, (y - box.top) / Math.max(1, box.height))) * (leaves[leaf]?.characters ?? 0)) /
          starts.total;
        from = Math.min(from ?? 1, at(0));
        to = Math.max(to, at(innerHeight));
      }
      if (from !== null) onPlace(from, to);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(tell);
    };
    soon();
    window.addEventListener("scroll", soon, { passive: true });
    return () => {
      window.removeEventListener("scroll", soon);
      cancelAnimationFrame(frame);
    };
  }, [near, leaves, starts, onPlace]);

  /**
   * Scrolls something to the middle of the window, or to `at` pixels below its top, and keeps it there while the content
   * above it gets its final height.
   */
  const follow = useCallback(
    (leaf: number, find: () => Element | null | undefined, then?: (found: Element) => void, at?: number) => {
      const element = root.current?.querySelector(`[data-leaf="${leaf}"]`);
      if (!element) return;
      setNear((before) => new Set([...before, leaf]));
      const found = find();
      if (!found) element.scrollIntoView({ block: "start" });
      let last = Number.NaN;
      let steady = 0;
      let done = false;
      const stop = () => {
        done = true;
      };
      // Stops as soon as the reader scrolls.
      window.addEventListener("wheel", stop, { once: true, passive: true });
      window.addEventListener("touchmove", stop, { once: true, passive: true });
      let left = FOLLOW_FRAMES;
      let told = false;
      const step = () => {
        const target = find();
        if (target) {
          if (!told) {
            told = true;
            then?.(target);
            left = FOLLOW_FRAMES;
          }
          const { top } = target.getBoundingClientRect();
          if (Math.abs(top - last) < 1) steady++;
          else {
            steady = 0;
            if (at === undefined) target.scrollIntoView({ block: "center" });
            else window.scrollBy(0, top - at);
          }
          last = target.getBoundingClientRect().top;
        }
        // Text that is still on its way is waited for longer than text that settles.
        if (!done && steady < STEADY_FRAMES && (left-- > 0 || (!target && left > -400))) requestAnimationFrame(step);
      };
      step();
    },
    [],
  );

  useImperativeHandle(
    ref,
    () => ({
      showChange(id, block) {
        const leaf = leafOf(Math.max(0, block));
        follow(
          leaf,
          () =>
            root.current?.querySelector(`[data-c="${id}"]`) ??
            (bundles.has(Math.floor(leaf / perBundle)) ? root.current?.querySelector(`[data-b="${block}"]`) : null),
          (found) => {
            if (!document.activeElement?.closest("[data-keeps-focus]"))
              (found as HTMLElement).focus({ preventScroll: true });
          },
        );
      },
      showBlock(block, find) {
        follow(
          leafOf(block),
          () => root.current?.querySelector(`[data-b="${block}"]`),
          (found) => {
            if (find !== undefined) markWords(found, find);
          },
        );
      },
      stay() {
        const found = [...(root.current?.querySelectorAll<HTMLElement>("[data-b]") ?? [])].find(
          (one) => one.getBoundingClientRect().bottom > BARS_PX,
        );
        if (found) place.current = { block: Number(found.dataset.b), top: found.getBoundingClientRect().top };
        // Heights of another view say nothing.
        setHeights(new Map());
      },
      async print() {
        await Promise.all(Array.from({ length: Math.ceil(leaves.length / perBundle) }, (_, bundle) => want(bundle)));
        flushSync(() => setWhole(true));
        window.print();
        setWhole(false);
      },
    }),
    [bundles, follow, leafOf, leaves.length, perBundle, want],
  );

  useLayoutEffect(() => {
    const { block, top } = place.current ?? { block: -1, top: 0 };
    place.current = null;
    if (block >= 0)
      follow(
        leafOf(block),
        () => root.current?.querySelector(`[data-b="${block}"]`),
        undefined,
        Math.min(top, BARS_PX),
      );
  }, [showing, follow, leafOf]);

  const pick = (event: React.MouseEvent) => {
    const target = event.target as HTMLElement;
    if (target.closest("a")) {
      const note = target.closest<HTMLElement>("[data-note]")?.dataset.note;
      if (note === undefined) return;
      event.preventDefault();
      const kind: Place = note.startsWith("f") ? "footnote" : "endnote";
      const first = index.places.find((one) => one.place === kind);
      if (first)
        void findNote(index, want, note, first.block).then((block) => {
          if (block !== null) follow(leafOf(block), () => root.current?.querySelector(`[data-b="${block}"]`));
        });
      return;
    }
    const change = target.closest<HTMLElement>("[data-c]");
    if (change) onPick(Number(change.dataset.c));
  };

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- keys do the same from anywhere on the page
    <div
      ref={root}
      role="group"
      aria-label="Text"
      className={styles.paper}
      data-columns={columns}
      data-face={index.face}
      onClick={pick}
      data-paper
    >
      {columns === 2 ? (
        <div className={styles.sideNames}>
          <span>Original</span>
          <span>Edited</span>
        </div>
      ) : null}
      {leaves.map((leaf, i) => {
        const bundle = Math.floor(i / perBundle);
        const blocks = whole || near.has(i) ? bundles.get(bundle) : undefined;
        return (
          <LeafView
            key={leaf.from}
            number={i}
            leaf={leaf}
            blocks={blocks}
            offset={leaf.from - (leaves[bundle * perBundle]?.from ?? 0)}
            showing={showing}
            height={heights.get(i) ?? guess(leaf, width / columns)}
            columns={index.columns}
            headings={index.places.filter(
              (one) => one.place !== "body" && one.block >= leaf.from && one.block < leaf.from + leaf.blocks,
            )}
          />
        );
      })}
    </div>
  );
});
