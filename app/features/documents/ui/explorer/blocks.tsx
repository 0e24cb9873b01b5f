import { type ReactNode, memo } from "react";
import * as Look from "../../rules/explore/explorer-model.ts";
import {
  type Block,
  type Choice,
  type ExplorerComment,
  fateOf,
  joinParagraphs,
  looksOf,
  type ShownParagraph,
  type Span,
  type State,
  type TableBlock,
  type Tie,
} from "../../rules/explore/explorer-model.ts";
import { CommentCard } from "./comment-card.tsx";
import styles from "./paper.module.css";

/** What all blocks are shown with. It is a new object when something that shows has changed. */
export type Showing = {
  choose: (id: number) => Choice;
  /** Whether undecided changes are marked at all. */
  marks: boolean;
  comments: readonly ExplorerComment[];
  /** Comments are in the margin if there's room, otherwise below their paragraph. */
  margin: boolean;
};

const WORDS: Record<State, string> = { ins: "inserted: ", del: "deleted: ", from: "moved away: ", to: "moved here: " };

/** A tracked change around its content: underlined or struck, and announced to screen readers. */
function Tied({ tie, children }: { tie: Tie; children: ReactNode }) {
  const [id, state] = tie;
  const inner = (
    <>
      <span className={styles.said} data-said>
        {WORDS[state]}
      </span>
      {children}
    </>
  );
  return state === "ins" || state === "to" ? (
    <ins data-c={id} data-state={state} tabIndex={-1}>
      {inner}
    </ins>
  ) : (
    <del data-c={id} data-state={state} tabIndex={-1}>
      {inner}
    </del>
  );
}

const CLASSES: readonly [number, string | undefined][] = [
  [Look.BOLD, styles.b],
  [Look.ITALIC, styles.i],
  [Look.UNDERLINE, styles.u],
  [Look.STRUCK, styles.strike],
  [Look.SMALL_CAPS, styles.smallCaps],
  [Look.CAPS, styles.caps],
  [Look.HIGHLIGHT, styles.highlight],
  [Look.HIDDEN, styles.hidden],
  [Look.EQUATION, styles.equation],
];

function inside(span: Span, showing: Showing): ReactNode {
  const looks = looksOf(span, showing.choose);
  let out: ReactNode = span.t;
  if (span.pic) {
    const { alt, width, height } = span.pic;
    out = (
      <span
        className={styles.picture}
        role="img"
        aria-label={alt || "A picture"}
        style={width > 0 ? { width, aspectRatio: `${width} / ${Math.max(1, height)}` } : undefined}
      >
        <span aria-hidden>{alt || "Picture"}</span>
      </span>
    );
  }
  if (span.note)
    out = (
      <a href={`#note-${span.note}`} className={styles.noteMark} data-note={span.note} aria-label={`Note ${span.t}`}>
        {span.t}
      </a>
    );
  if (looks & Look.RAISED) out = <sup>{out}</sup>;
  if (looks & Look.LOWERED) out = <sub>{out}</sub>;
  if (looks & ~(Look.RAISED | Look.LOWERED))
    out = (
      <span
        className={CLASSES.filter(([bit]) => looks & bit)
          .map(([, name]) => name)
          .join(" ")}
      >
        {out}
      </span>
    );
  // Opened by a click only, in a window of its own that knows nothing of this page.
  if (span.link)
    out = (
      <a href={span.link} target="_blank" rel="noopener noreferrer nofollow" title={span.link}>
        {out}
      </a>
    );
  return out;
}

function Piece({ span, showing }: { span: Span; showing: Showing }) {
  const { choose, marks } = showing;
  let out = inside(span, showing);
  if (marks && span.f) {
    const open = span.f.find((id) => choose(id) === null);
    if (open !== undefined)
      out = (
        <span className={styles.format} data-c={open} tabIndex={-1}>
          {out}
        </span>
      );
  }
  if (span.q && span.t !== "") out = <span className={styles.anchor}>{out}</span>;
  if (marks && span.c) for (const tie of fateOf(span.c, choose).marks.toReversed()) out = <Tied tie={tie}>{out}</Tied>;
  return (
    <>
      {showing.margin && span.a
        ? span.a.map((index) => <CommentCard key={index} comment={showing.comments[index]} index={index} margin />)
        : null}
      {out}
    </>
  );
}

/** What is plain needs no element of its own: a page has thousands. */
const isPlain = (span: Span): boolean =>
  !span.m && !span.c && !span.f && !span.link && !span.q && !span.a && !span.pic && !span.note;

const ALIGN = { c: "center", r: "end", j: "justify" } as const;

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
  const own = marks && paragraph.e ? fateOf(paragraph.e, choose).marks : [];
  const layout = marks ? paragraph.y?.find((id) => choose(id) === null) : undefined;
  const hanging = paragraph.first !== undefined && paragraph.first < 0;
  const style = {
    ...(paragraph.al ? { textAlign: ALIGN[paragraph.al] } : {}),
    ...(paragraph.left ? { marginInlineStart: `clamp(0px, ${paragraph.left}pt, 20cqi)` } : {}),
    ...(paragraph.first && !(hanging && paragraph.lb)
      ? { textIndent: `${hanging ? Math.max(paragraph.first, -(paragraph.left ?? 0)) : paragraph.first}pt` }
      : {}),
  };
  const inner = (
    <>
      {paragraph.label ? (
        <span className={styles.noteLabel} id={paragraph.note ? `note-${paragraph.note}` : undefined}>
          {paragraph.label}
        </span>
      ) : null}
      {paragraph.lb ? (
        <span className={styles.listLabel} data-hanging={hanging || undefined}>
          {paragraph.lb}
        </span>
      ) : null}
      {spans.map((span, i) => (isPlain(span) ? span.t : <Piece key={i} span={span} showing={showing} />))}
      {own.map((tie) => (
        <Tied key={`${tie[0]}${tie[1]}`} tie={tie}>
          <span
            className={styles.mark}
            title={
              tie[1] === "ins" || tie[1] === "to" ? "A paragraph begins here" : "This paragraph is joined to the next"
            }
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

function TableView({ table, showing, block }: { table: TableBlock; showing: Showing; block?: number | undefined }) {
  const { choose, marks } = showing;
  const total = table.grid.reduce((sum, one) => sum + one, 0);
  const layout = marks ? table.y?.find((id) => choose(id) === null) : undefined;
  return (
    <div
      className={styles.tableScroll}
      data-b={block}
      data-more={table.more}
      {...(layout === undefined ? {} : { "data-c": layout, "data-layout": "", tabIndex: -1 })}
    >
      <table className={styles.table}>
        {total > 0 ? (
          <colgroup>
            {table.grid.map((one, i) => (
              <col key={i} style={{ width: `${(100 * one) / total}%` }} />
            ))}
          </colgroup>
        ) : null}
        <tbody>
          {table.rows.map((row, r) => {
            const fate = fateOf(row.c, choose);
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
                {row.cells.map((cell, c) => {
                  const own = fateOf(cell.c, choose);
                  if (own.gone) return null;
                  const cellTie = marks ? own.marks[0] : undefined;
                  return (
                    <td
                      key={c}
                      colSpan={cell.span}
                      data-cont={cell.cont}
                      {...(cellTie ? { "data-c": cellTie[0], "data-state": cellTie[1], tabIndex: -1 } : {})}
                    >
                      {c === 0 && tie ? (
                        <span className={styles.said}>{tie[1] === "ins" ? "inserted row: " : "deleted row: "}</span>
                      ) : null}
                      <BlockList blocks={cell.b} showing={{ ...showing, margin: false }} />
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
  return joinParagraphs(blocks, showing.choose).map((shown, i) => {
    if (!shown) return null;
    const block = from === undefined ? undefined : from + i;
    const table = "rows" in shown;
    const own = blocks[i] as Block;
    const cards = from === undefined || (showing.margin && !table) ? [] : commentsIn([own]);
    const listed = cards.map((index) => (
      <CommentCard key={`c${index}`} comment={showing.comments[index]} index={index} margin={showing.margin} />
    ));
    return (
      <div key={i} className={styles.block}>
        {showing.margin ? listed : null}
        {table ? (
          <TableView table={shown} showing={showing} block={block} />
        ) : (
          <ParagraphView shown={shown} showing={showing} block={block} />
        )}
        {showing.margin ? null : listed}
      </div>
    );
  });
});
