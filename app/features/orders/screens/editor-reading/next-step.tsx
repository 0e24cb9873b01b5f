import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { readingOf } from "../../rules/work/edit-formats.ts";
import type { SkipReason } from "../../rules/review/second-reading.ts";
import type { ReadingPage } from "../../server/reading/read-reading.ts";

const OVER: Readonly<Record<SkipReason, string>> = {
  nobody: "Nobody accepted this second reading in time.",
  reader_late: "The time for this second reading is over, so the order continued without it. It isn't paid.",
  editor_late: "The first editor left no time for a second reading, so the order continued without it.",
  staff: "Our staff skipped this second reading.",
};

export function Next({ reading }: { reading: ReadingPage }) {
  const { work, dueAt, editorName } = reading;
  if (work?.turn)
    return (
      <WaitingLine
        turn="you"
        waitsFor={`Download the first editor's copy, ${readingOf(work.copies.map((copy) => copy.work.format))}, and submit it.`}
        by={dueAt}
        note="After that, the order continues without your reading."
      />
    );
  if (work)
    return (
      <WaitingLine
        turn="others"
        who={editorName ? `${editorName}, the first editor` : "The first editor"}
        waitsFor="The manuscript is being edited. We'll notify you when it's your turn."
        by={reading.editorDueAt}
      />
    );
  return (
    <WaitingLine
      turn={reading.status === "done" ? "done" : "stopped"}
      waitsFor={
        reading.status === "done"
          ? "You've finished this second reading. You're paid once the author accepts the order."
          : reading.why
            ? OVER[reading.why]
            : "This second reading is no longer needed."
      }
      by={null}
    />
  );
}
