import { count } from "#app/platform/rules/core/count.ts";
import { Link } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";

const some = (n: number): string => count(n, "second reading");

/** For a senior or lead editor: the second readings they have, and those they could accept. Nothing for everyone else. */
export function ReadingsToDo({
  mine,
  ready,
  open,
  firstDueAt,
}: {
  mine: number;
  ready: number;
  open: number;
  firstDueAt: Date | null;
}) {
  if (mine === 0 && open === 0) return null;
  return (
    <Notice
      tone={ready > 0 || open > 0 ? "attention" : "info"}
      title={
        ready > 0
          ? `You have ${some(ready)} to finish.`
          : open > 0
            ? `${some(open)} available.`
            : `You have ${some(mine)} coming up.`
      }
      action={<Link to="/editor/readings">{ready > 0 ? "Continue" : "View second readings"}</Link>}
    >
      {ready > 0 && firstDueAt ? (
        <>
          By <Instant at={firstDueAt} deadline />.{open > 0 ? ` ${open} more available.` : ""}
        </>
      ) : open > 0 ? (
        "Read another editor's work before it's delivered. The first to accept gets it."
      ) : (
        "We'll notify you when the first editor has submitted their work."
      )}
    </Notice>
  );
}
