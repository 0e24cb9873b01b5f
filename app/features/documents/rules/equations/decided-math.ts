import { adds, type Choose, resolveTies, type Tie } from "../explore/explorer-model.ts";
import { contentOf, type MathElement, type MathNode } from "./equation.ts";

/** An equation's elements once some changes are decided. `c` has the changes that aren't. */
export const decidedMath = (nodes: readonly MathNode[], choose: Choose): MathNode[] =>
  nodes.flatMap((node): MathNode[] => {
    const { gone, marks } = resolveTies(node.c, choose);
    if ("t" in node) return gone ? [] : [{ ...node, c: marks }];
    return gone ? decidedMath(contentOf(node), choose) : [{ ...node, c: marks, k: decidedMath(node.k, choose) }];
  });

/** Whether a change of an element, such as a fraction, is also one of all letters in it. */
export const isWhole = (element: MathElement, tie: Tie): boolean =>
  element.k.every((node) =>
    "t" in node
      ? node.x === 1 || node.c?.some(([, state]) => adds(state) === adds(tie[1])) === true
      : isWhole(node, tie),
  );
