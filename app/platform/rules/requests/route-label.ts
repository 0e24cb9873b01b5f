type Node = { literals: Map<string, Node>; param: Node | null; rest: string | null; here: string | null };
const node = (): Node => ({ literals: new Map(), param: null, rest: null, here: null });

/**
 * Returns a function that finds a path's pattern, for metrics by route: "/order/ord_1/rate" is "/order/:orderId/rate".
 * @param patterns paths whose segments may be `:name`, with a final `*` for anything @returns the pattern, or "other"
 */
export function routeLabels(patterns: Iterable<string>): (pathname: string) => string {
  const root = node();
  for (const pattern of patterns) {
    let at = root;
    let ended = false;
    for (const segment of segmentsOf(pattern)) {
      if (segment === "*") {
        at.rest ??= pattern;
        ended = true;
        break;
      }
      if (segment.startsWith(":")) at = at.param ??= node();
      else {
        const next = at.literals.get(segment) ?? node();
        at.literals.set(segment, next);
        at = next;
      }
    }
    if (!ended) at.here ??= pattern;
  }
  return (pathname) => labelOf(root, segmentsOf(pathname), 0) ?? "other";
}

const segmentsOf = (path: string): string[] => path.split("/").filter((it) => it !== "");

function labelOf(at: Node, segments: readonly string[], from: number): string | null {
  const segment = segments[from];
  if (segment === undefined) return at.here ?? at.rest;
  const literal = at.literals.get(segment);
  return (
    (literal ? labelOf(literal, segments, from + 1) : null) ??
    (at.param ? labelOf(at.param, segments, from + 1) : null) ??
    at.rest
  );
}
