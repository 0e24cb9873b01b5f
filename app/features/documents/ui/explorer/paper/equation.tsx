import { createElement, type ReactNode } from "react";
import { decidedMath, isWhole } from "../../../rules/equations/decided-math.ts";
import { type Equation, type MathNode, textOfMath } from "../../../rules/equations/equation.ts";
import { type Choose, HIDDEN, HIGHLIGHT, type Tie } from "../../../rules/explore/explorer-model.ts";
import { Element } from "./plain-equation.tsx";
import { STATE_WORDS } from "../change-words.ts";
import styles from "./paper.module.css";
import { reachIfCut } from "../reach-if-cut.ts";

/** Letters that fit in the narrowest column. A longer equation scrolls. */
const NARROW = 20;

/** An equation as MathML, with its changes marked inside. */
export function EquationView({
  equation: { k, line },
  choose,
  marks,
}: {
  equation: Equation;
  choose: Choose;
  marks: boolean;
}) {
  const nodes = decidedMath(k, choose);
  const wide = line === undefined && textOfMath(nodes).length > NARROW;
  return (
    <span
      ref={line || wide ? reachIfCut : undefined}
      className={styles.formula}
      data-line={line}
      data-wide={wide ? "" : undefined}
    >
      {createElement("math", line ? { display: "block" } : null, rowOf(nodes, marks ? choose : null))}
    </span>
  );
}

/** Elements one after the other. Neighbors with the same change are marked together. */
function rowOf(
  nodes: readonly MathNode[],
  /** Null if nothing is marked. */
  choose: Choose | null,
  marked: readonly number[] = [],
): ReactNode[] {
  const out: ReactNode[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as MathNode;
    const mark = choose && markOf(node, choose, marked);
    if (!mark) {
      out.push(
        <Element key={i} node={node} looks={looksOf(node)}>
          {"k" in node ? rowOf(node.k, choose, marked) : null}
        </Element>,
      );
      continue;
    }
    const from = i;
    if (!mark.around)
      while (i + 1 < nodes.length && sameMark(markOf(nodes[i + 1] as MathNode, choose, marked), mark)) i++;
    out.push(
      <Marked key={from} mark={mark}>
        {rowOf(nodes.slice(from, i + 1), choose, [...marked, mark.id])}
      </Marked>,
    );
  }
  return out;
}

/** A change, or a format change, that isn't decided. It can be around what it doesn't change. */
type Mark = { id: number; state?: Tie[1]; around?: boolean };

function markOf(node: MathNode, choose: Choose, marked: readonly number[]): Mark | null {
  const tie = node.c?.find(([id]) => !marked.includes(id));
  if (tie) return { id: tie[0], state: tie[1], ...("k" in node && !isWhole(node, tie) && { around: true }) };
  const format = "t" in node ? node.f?.find((id) => choose(id) === null && !marked.includes(id)) : undefined;
  return format === undefined ? null : { id: format };
}

const sameMark = (one: Mark | null, other: Mark): boolean =>
  one?.id === other.id && one.state === other.state && one.around === other.around;

function Marked({ mark: { id, state, around }, children }: { mark: Mark; children: ReactNode }) {
  const shared = { "data-c": id, tabIndex: -1 };
  if (!state) return createElement("mrow", { ...shared, className: styles.format }, children);
  return createElement(
    "mrow",
    { ...shared, [around ? "data-around" : "data-state"]: state },
    createElement("mtext", { "data-said": "" }, around ? "structure " : "", STATE_WORDS[state]),
    children,
  );
}

/** The classes of an element's letters. */
function looksOf(node: MathNode): string {
  const m = "t" in node ? (node.m ?? 0) : 0;
  return [m & HIDDEN ? styles.hidden : "", m & HIGHLIGHT ? styles.highlight : ""].join(" ").trim();
}
