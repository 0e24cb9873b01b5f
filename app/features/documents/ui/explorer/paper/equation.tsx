import { createElement, type ReactNode } from "react";
import { decidedMath, isWhole } from "../../../rules/equations/decided-math.ts";
import { type Equation, type MathNode, textOfMath } from "../../../rules/equations/equation.ts";
import { type Choose, HIDDEN, HIGHLIGHT, type Tie } from "../../../rules/explore/explorer-model.ts";
import { Element, PART_SAID } from "./plain-equation.tsx";
import { STATE_WORDS } from "../change-words.ts";
import formulas from "./formula.module.css";
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
  const parts = marks && nodes.some(hasDifference);
  const wide = line === undefined && textOfMath(nodes).length > NARROW;
  return (
    <span
      ref={line || wide ? reachIfCut : undefined}
      className={formulas.formula}
      data-line={line}
      data-wide={wide ? "" : undefined}
    >
      {createElement(
        "math",
        line ? { display: "block" } : null,
        rowOf(nodes, { choose: marks ? choose : null, parts }),
      )}
    </span>
  );
}

type Marking = {
  /** Null if nothing is marked. */
  choose: Choose | null;
  /** Whether only parts of the formula differ from the one that replaces it, or that it replaces. */
  parts: boolean;
};

/** Elements one after the other. Neighbors with the same change are marked together. */
function rowOf(nodes: readonly MathNode[], marking: Marking, marked: readonly Mark[] = []): ReactNode[] {
  const out: ReactNode[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as MathNode;
    const mark = markOf(node, marking, marked);
    if (!mark) {
      out.push(
        <Element key={i} node={node} looks={looksOf(node)}>
          {"k" in node ? rowOf(node.k, marking, marked) : null}
        </Element>,
      );
      continue;
    }
    const from = i;
    if (mark.around !== "structure")
      while (i + 1 < nodes.length && sameMark(markOf(nodes[i + 1] as MathNode, marking, marked), mark)) i++;
    out.push(
      <Marked key={from} mark={mark}>
        {rowOf(nodes.slice(from, i + 1), marking, [...marked, mark])}
      </Marked>,
    );
  }
  return out;
}

/** A change, or a format change, that isn't decided. It can be around what it doesn't change. */
type Mark = {
  id: number;
  state?: Tie[1];
  around?: "structure" | "formula";
  /** A part that differs, in a formula that was replaced as a whole. */
  part?: true;
};

function markOf(node: MathNode, { choose, parts }: Marking, marked: readonly Mark[]): Mark | null {
  if (!choose) return null;
  const tie = node.c?.find(([id]) => !marked.some((one) => one.id === id));
  if (tie) {
    const around = parts ? "formula" : "k" in node && !isWhole(node, tie) ? "structure" : null;
    return { id: tie[0], state: tie[1], ...(around && { around }) };
  }
  const formula = node.d && marked.find((one) => one.around === "formula");
  if (formula && !marked.some((one) => one.part)) return { ...partOf(formula), part: true };
  const format =
    "t" in node ? node.f?.find((id) => choose(id) === null && !marked.some((one) => one.id === id)) : undefined;
  return format === undefined ? null : { id: format };
}

const partOf = ({ id, state }: Mark): Mark => ({ id, ...(state && { state }) });

const sameMark = (one: Mark | null, other: Mark): boolean =>
  one?.id === other.id && one.state === other.state && one.around === other.around && one.part === other.part;

function Marked({ mark: { id, state, around, part }, children }: { mark: Mark; children: ReactNode }) {
  const shared = { "data-c": id, tabIndex: -1 };
  if (!state) return createElement("mrow", { ...shared, className: styles.format }, children);
  return createElement(
    "mrow",
    { ...(!part && shared), [around ? "data-around" : "data-state"]: state },
    createElement(
      "mtext",
      { "data-said": "" },
      part ? PART_SAID : `${around === "structure" ? "structure " : ""}${STATE_WORDS[state]}`,
    ),
    children,
  );
}

const hasDifference = (node: MathNode): boolean => node.d === 1 || ("k" in node && node.k.some(hasDifference));

/** The classes of an element's letters. */
function looksOf(node: MathNode): string {
  const m = "t" in node ? (node.m ?? 0) : 0;
  return [m & HIDDEN ? styles.hidden : "", m & HIGHLIGHT ? styles.highlight : ""].join(" ").trim();
}
