import { type CSSProperties, memo } from "react";
import {
  adds,
  type Block,
  resolveTies,
  joinParagraphs,
  type Leader,
  type ShownParagraph,
  type Span,
  type TableBlock,
} from "../../../rules/explore/explorer-model.ts";
import { CommentCard } from "./comment-card.tsx";
import styles from "./paper.module.css";
import { reachIfCut } from "../reach-if-cut.ts";
import { type Showing, type Sides, isPlain, Piece, Tied } from "./spans.tsx";

const ALIGN = { c: "center", r: "end", j: "justify" } as const;

const Pieces = ({ spans, showing }: { spans: readonly Span[]; showing: Showing }) =>
  spans.map((span, i) => (isPlain(span) ? span.t : <Piece key={i} span={span} showing={showing} />));

/** A line's parts between its tabs with leaders, or null if it has none. Text of several lines is shown without. */
function partsAtLeaders(spans: readonly Span[]): { leader?: Leader; spans: Span[] }[] | null {
  if (!spans.some(({ lead }) => lead) || spans.some(({ t }) => t.includes("\n"))) return null;
  const parts: { leader?: Leader; spans: Span[] }[] = [];
  let open: Span[] | null = null;
  for (const span of spans)
    if (span.lead) {
      parts.push({ leader: span.lead, spans: [span] });
      open = null;
    } else if (open) open.push(span);
    else parts.push({ spans: (open = [span]) });
  return parts;
}

function ParagraphView({
  shown,
  showing,
  block,
}: {
  shown: ShownParagraph;
  showing: Showing;
  block?: number | undefined;
}) {
  const { paragraph, spans, boxes } = shown;
  const { choose, marks } = showing;
  const own = marks && paragraph.e ? resolveTies(paragraph.e, choose).marks : [];
  const layout = marks ? paragraph.y?.find((id) => choose(id) === null) : undefined;
  const hanging = paragraph.first !== undefined && paragraph.first < 0;
  const style = {
    ...(paragraph.al ? { textAlign: ALIGN[paragraph.al] } : {}),
    ...(paragraph.left ? { "--indent": `${paragraph.left}pt` } : {}),
    ...(paragraph.first && !(hanging && paragraph.lb)
      ? { textIndent: `${hanging ? Math.max(paragraph.first, -(paragraph.left ?? 0)) : paragraph.first}pt` }
      : {}),
  };
  const parts = partsAtLeaders(spans);
  const inner = (
    <>
      {paragraph.label ? (
        <span className={styles.noteLabel} id={paragraph.note && !showing.twice ? `note-${paragraph.note}` : undefined}>
          {paragraph.label}
        </span>
      ) : null}
      {paragraph.lb ? (
        <span className={styles.listLabel} data-hanging={hanging || undefined}>
          {paragraph.lb}
        </span>
      ) : null}
      {parts ? (
        <span className={styles.led}>
          {parts.map(({ leader, spans: own }, i) => (
            <span key={i} {...(leader && { className: styles.leader, "data-leader": leader })}>
              <Pieces spans={own} showing={showing} />
            </span>
          ))}
        </span>
      ) : (
        <Pieces spans={spans} showing={showing} />
      )}
      {own.map((tie) => (
        <Tied key={`${tie[0]}${tie[1]}`} tie={tie}>
          <span
            className={styles.mark}
            title={adds(tie[1]) ? "A paragraph begins here" : "This paragraph is joined to the next"}
          >
            {"\u00b6"}
          </span>
        </Tied>
      ))}
    </>
  );
  const shared = {
    className: styles.paragraph,
    style,
    "data-style": paragraph.st,
    "data-level": paragraph.h,
    "data-b": block,
    "data-page": paragraph.pb,
    dir: "auto",
    ...(layout === undefined ? {} : { "data-c": layout, "data-layout": "", tabIndex: -1 }),
  };
  return (
    <>
      {paragraph.h ? (
        <div role="heading" aria-level={Math.min(6, paragraph.h + 2)} {...shared}>
          {inner}
        </div>
      ) : (
        <p {...shared}>{inner}</p>
      )}
      {boxes.length > 0 ? (
        <div className={styles.box}>
          <BlockList blocks={boxes} showing={showing} />
        </div>
      ) : null}
    </>
  );
}

/** Numbers fit into a column of this width. A table of many columns scrolls. */
const COLUMN_REM = 4.5;
/** Below this, a shading is meant for white letters, and ours are dark: it is thinned out. */
const DARK = 0.55;

/** A cell's shading, mixed with the paper so that its letters and marks can be read. @param color six hex digits */
function shadingOf(color: string) {
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  return {
    "data-shade": 0.3 * r + 0.59 * g + 0.11 * b < DARK ? "dark" : "light",
    style: { "--fill": `#${color}` } as CSSProperties,
  };
}

function TableView({ table, showing, block }: { table: TableBlock; showing: Showing; block?: number | undefined }) {
  const { choose, marks } = showing;
  const total = table.grid.reduce((sum, one) => sum + one, 0);
  const layout = marks ? table.y?.find((id) => choose(id) === null) : undefined;
  return (
    <div
      ref={reachIfCut}
      className={styles.tableScroll}
      data-b={block}
      data-more={table.more}
      {...(layout === undefined ? {} : { "data-c": layout, "data-layout": "", tabIndex: -1 })}
    >
      <table className={styles.table} style={{ minWidth: `${table.grid.length * COLUMN_REM}rem` }}>
        {total > 0 ? (
          <colgroup>
            {table.grid.map((one, i) => (
              <col key={i} style={{ width: `${(100 * one) / total}%` }} />
            ))}
          </colgroup>
        ) : null}
        <tbody>
          {table.rows.map((row, r) => {
            const fate = resolveTies(row.c, choose);
            if (fate.gone) return null;
            const tie = marks ? fate.marks[0] : undefined;
            const rowLayout = marks ? row.y?.find((id) => choose(id) === null) : undefined;
            return (
              <tr
                key={r}
                {...(tie
                  ? { "data-c": tie[0], "data-state": tie[1], tabIndex: -1 }
                  : rowLayout === undefined
                    ? {}
                    : { "data-c": rowLayout, "data-layout": "", tabIndex: -1 })}
              >
                {row.skip ? <td colSpan={row.skip} aria-hidden /> : null}
                {row.cells.map((cell, c) => {
                  const own = resolveTies(cell.c, choose);
                  if (own.gone) return null;
                  const cellTie = marks ? own.marks[0] : undefined;
                  return (
                    <td
                      key={c}
                      colSpan={cell.span}
                      data-cont={cell.cont}
                      data-borders={cell.bd}
                      {...(cell.sh ? shadingOf(cell.sh) : {})}
                      {...(cellTie ? { "data-c": cellTie[0], "data-state": cellTie[1], tabIndex: -1 } : {})}
                    >
                      {c === 0 && tie ? (
                        <span className={styles.said}>{tie[1] === "ins" ? "inserted row: " : "deleted row: "}</span>
                      ) : null}
                      <BlockList blocks={cell.b} showing={{ ...showing, cards: "none" }} />
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Comments that start in blocks. */
function commentsIn(blocks: readonly Block[], out: number[] = []): number[] {
  for (const block of blocks) {
    if (block.k === "t") for (const row of block.rows) for (const cell of row.cells) commentsIn(cell.b, out);
    else {
      for (const span of block.s) if (span.a) out.push(...span.a);
      if (block.x) commentsIn(block.x, out);
    }
  }
  return out;
}

/** Blocks one after the other. `from` is the number of the first, at the top of the document. */
export const BlockList = memo(function BlockList({
  blocks,
  showing,
  from,
}: {
  blocks: readonly Block[];
  showing: Showing;
  from?: number;
}) {
  return joinParagraphs(blocks, showing.choose).map((shown, i) =>
    shown ? (
      <ShownBlock
        key={i}
        shown={shown}
        own={blocks[i] as Block}
        showing={showing}
        block={from === undefined ? undefined : from + i}
      />
    ) : null,
  );
});

/** The text before and after the edit, block beside block. `from` is the number of the first. */
export const BlockPairs = memo(function BlockPairs({
  blocks,
  sides: [before, after],
  from,
}: {
  blocks: readonly Block[];
  sides: Sides;
  from: number;
}) {
  const [left, right] = [joinParagraphs(blocks, before.choose), joinParagraphs(blocks, after.choose)];
  return blocks.map((own, i) => {
    const [was, is] = [left[i], right[i]];
    if (!was && !is) return null;
    return (
      <div key={i} className={styles.pair}>
        <div>
          {was ? <ShownBlock shown={was} own={own} showing={before} block={is ? undefined : from + i} /> : null}
        </div>
        <div>{is ? <ShownBlock shown={is} own={own} showing={after} block={from + i} /> : null}</div>
      </div>
    );
  });
});

function ShownBlock({
  shown,
  own,
  showing,
  block,
}: {
  shown: ShownParagraph | TableBlock;
  /** The block itself, which may have passed its text on. */
  own: Block;
  showing: Showing;
  /** Its number, at the top of the document. */
  block: number | undefined;
}) {
  const table = "rows" in shown;
  const margin = showing.cards === "margin";
  const cards = block === undefined || showing.cards === "none" || (margin && !table) ? [] : commentsIn([own]);
  const listed = cards.map((index) => (
    <CommentCard key={`c${index}`} comment={showing.comments[index]} index={index} margin={margin} />
  ));
  return (
    <div className={styles.block}>
      {margin ? listed : null}
      {table ? (
        <TableView table={shown} showing={showing} block={block} />
      ) : (
        <ParagraphView shown={shown} showing={showing} block={block} />
      )}
      {margin ? null : listed}
    </div>
  );
}
