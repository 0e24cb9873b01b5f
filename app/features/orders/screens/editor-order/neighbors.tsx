import { Link, href } from "react-router";
import type { Neighbor } from "../../server/views/find-neighbors.ts";

/** Links to the editor's open orders due before and after this one. */
export function Neighbors({ previous, next }: { previous: Neighbor | null; next: Neighbor | null }) {
  return (
    <>
      {previous ? (
        <>
          {" "}
          <Link to={href("/editor/orders/:orderId", { orderId: previous.id })} title={previous.title}>
            ← Due before: {previous.number}
          </Link>
        </>
      ) : null}
      {next ? (
        <>
          {" "}
          <Link to={href("/editor/orders/:orderId", { orderId: next.id })} title={next.title}>
            Due next: {next.number} →
          </Link>
        </>
      ) : null}
    </>
  );
}
