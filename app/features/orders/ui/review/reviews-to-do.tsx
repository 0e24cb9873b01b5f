import { count } from "#app/platform/rules/core/count.ts";
import { Link } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";

const some = (n: number): string => count(n, "review");

/** For a lead editor: the reviews they have taken, and those they could take. Nothing for everyone else. */
export function ReviewsToDo({ mine, open, firstDueAt }: { mine: number; open: number; firstDueAt: Date | null }) {
  if (mine === 0 && open === 0) return null;
  return (
    <Notice
      tone={mine > 0 ? "attention" : "info"}
      title={mine > 0 ? `You have ${some(mine)} to finish.` : `${some(open)} to take.`}
      action={<Link to="/editor/reviews">{mine > 0 ? "Continue" : "View reviews"}</Link>}
    >
      {mine > 0 && firstDueAt ? (
        <>
          By <Instant at={firstDueAt} deadline />.{open > 0 ? ` ${open} more in the queue.` : ""}
        </>
      ) : (
        "Lead editors score other editors' work. Each review shows what it pays."
      )}
    </Notice>
  );
}
