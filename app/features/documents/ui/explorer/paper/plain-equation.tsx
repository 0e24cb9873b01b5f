import { createElement, type ReactElement, type ReactNode } from "react";
import type { ChangedFormula, UntrackedEdit } from "../../../rules/docx/change-stats.ts";
import type { MathNode } from "../../../rules/equations/equation.ts";
import styles from "./formula.module.css";

/** Said before a part of a formula that differs from the other version. */
export const PART_SAID = "changed: ";

/** A formula as MathML. Of its changes, only what differs from another version of it is marked. */
export const PlainEquation = ({ nodes }: { nodes: readonly MathNode[] }) =>
  createElement("math", { className: styles.formula }, plain(nodes));

const plain = (nodes: readonly MathNode[]): ReactElement[] =>
  nodes.map((node, i) => {
    const element = (
      // oxlint-disable-next-line react/no-array-index-key -- a formula never changes while it's shown
      <Element key={i} node={node}>
        {"k" in node ? plain(node.k) : null}
      </Element>
    );
    if (!node.d) return element;
    // oxlint-disable-next-line react/no-array-index-key -- as above
    return createElement("mrow", { key: i, "data-part": "" }, [
      nodes[i - 1]?.d ? null : createElement("mtext", { key: "said", "data-said": "" }, PART_SAID),
      element,
    ]);
  });

/** An element of a formula. @param looks classes of its letters */
export function Element({ node, looks, children }: { node: MathNode; looks?: string; children: ReactNode }) {
  if (!("t" in node)) return createElement(node.n, node.a ?? null, children);
  const { n, t, a } = node;
  // A hyphen is a minus here.
  const shown = n === "mspace" ? null : n === "mo" && t === "-" ? "\u2212" : t;
  return createElement(n, { ...a, ...(looks && { className: looks }) }, shown);
}

/** What a text was or is: as a formula if it's known as one. */
export const FormulaOr = ({ formula, text }: { formula: ChangedFormula["before"]; text: string }) =>
  formula ? <PlainEquation nodes={formula} /> : text;

/** The formula that an untracked edit changed, before and after. */
export const FormulaEdit = ({ edit: { formula } }: { edit: UntrackedEdit }) =>
  formula ? (
    <>
      {formula.before ? (
        <del>
          <PlainEquation nodes={formula.before} />
        </del>
      ) : null}{" "}
      {formula.after ? (
        <ins>
          <PlainEquation nodes={formula.after} />
        </ins>
      ) : null}
    </>
  ) : null;
