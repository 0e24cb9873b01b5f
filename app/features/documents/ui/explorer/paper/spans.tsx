import type { ReactNode } from "react";
import * as Look from "../../../rules/explore/explorer-model.ts";
import {
  adds,
  type Choose,
  type ExplorerComment,
  resolveTies,
  looksOf,
  type Span,
  type Tie,
} from "../../../rules/explore/explorer-model.ts";
import { STATE_WORDS } from "../change-words.ts";
import { CommentCard } from "./comment-card.tsx";
import { EquationView } from "./equation.tsx";
import { PictureView } from "./picture.tsx";
import styles from "./paper.module.css";

/** What all blocks are shown with. It is a new object when something that shows has changed. */
export type Showing = {
  choose: Choose;
  /** Whether undecided changes are marked at all. */
  marks: boolean;
  comments: readonly ExplorerComment[];
  /** Comments are in the margin if there's room, otherwise below their paragraph. */
  cards: "margin" | "below" | "none";
  /** Whether the same text is shown a second time, which has the anchors. */
  twice?: true;
  fileId: string;
};

/** The text before and after the edit, side by side. */
export type Sides = readonly [before: Showing, after: Showing];

/** A tracked change around its content: underlined or struck, and announced to screen readers. */
export function Tied({ tie, children }: { tie: Tie; children: ReactNode }) {
  const [id, state] = tie;
  const inner = (
    <>
      <span className={styles.said} data-said>
        {STATE_WORDS[state]}
      </span>
      {children}
    </>
  );
  return adds(state) ? (
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
  [Look.STRIKETHROUGH, styles.strike],
  [Look.SMALL_CAPS, styles.smallCaps],
  [Look.CAPS, styles.caps],
  [Look.HIGHLIGHT, styles.highlight],
  [Look.HIDDEN, styles.hidden],
  [Look.EQUATION, styles.equation],
];

function inside(span: Span, showing: Showing): ReactNode {
  if (span.eq) return null;
  if (span.math) return <EquationView equation={span.math} choose={showing.choose} marks={showing.marks} />;
  const looks = looksOf(span, showing.choose);
  let out: ReactNode = span.t;
  if (span.pic) out = <PictureView picture={span.pic} fileId={showing.fileId} />;
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
  // The color of a change says more than that of its letters.
  const color = span.c && showing.marks ? undefined : span.col;
  if (color !== undefined || span.sz !== undefined || span.ff !== undefined)
    out = (
      <span
        className={color === undefined ? undefined : styles.colored}
        data-face={span.ff}
        style={{
          ...(color !== undefined && { "--letters": `#${color}` }),
          ...(span.sz && { fontSize: `${span.sz}%` }),
        }}
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

export function Piece({ span, showing }: { span: Span; showing: Showing }) {
  const { choose, marks } = showing;
  let out = inside(span, showing);
  if (marks && span.f && !span.eq) {
    const open = span.f.find((id) => choose(id) === null);
    if (open !== undefined)
      out = (
        <span className={styles.format} data-c={open} tabIndex={-1}>
          {out}
        </span>
      );
  }
  if (span.q && (span.math || (span.t !== "" && !span.eq))) out = <span className={styles.anchor}>{out}</span>;
  if (marks && span.c && !span.eq)
    for (const tie of resolveTies(span.c, choose).marks.toReversed()) out = <Tied tie={tie}>{out}</Tied>;
  return (
    <>
      {showing.cards === "margin" && span.a
        ? span.a.map((index) => <CommentCard key={index} comment={showing.comments[index]} index={index} margin />)
        : null}
      {out}
    </>
  );
}

/** What is plain needs no element of its own: a page has thousands. */
export const isPlain = (span: Span): boolean =>
  !span.m &&
  !span.c &&
  !span.f &&
  !span.col &&
  !span.sz &&
  !span.ff &&
  !span.link &&
  !span.lead &&
  !span.q &&
  !span.a &&
  !span.pic &&
  !span.note &&
  !span.math &&
  !span.eq;
