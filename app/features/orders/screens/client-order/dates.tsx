import { href } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";

/** An order's dates for its client, with its editor and progress. Nothing before payment. */
export function Dates({ view }: { view: OrderView }) {
  const { dueAt, revisionDueAt, deliveredAt, revisionUntilAt } = view.dates;
  const facts = [
    dueAt ? { label: "Due", value: <Instant at={dueAt} deadline /> } : null,
    revisionDueAt ? { label: "Revision due", value: <Instant at={revisionDueAt} deadline /> } : null,
    deliveredAt ? { label: "Delivered", value: <Instant at={deliveredAt} /> } : null,
    revisionUntilAt ? { label: "Free revision until", value: <Instant at={revisionUntilAt} deadline /> } : null,
    view.editorName ? { label: "Editor", value: <Editor name={view.editorName} pageId={view.editorPageId} /> } : null,
    view.progressWords > 0 && !deliveredAt
      ? {
          label: "Edited so far",
          value: `${view.progressWords.toLocaleString("en-US")} of ${view.billableWords.toLocaleString("en-US")} words`,
        }
      : null,
  ].filter((fact) => fact !== null);
  if (facts.length === 0) return null;
  return (
    <Sheet title="Dates">
      <KeyValue items={facts} />
    </Sheet>
  );
}

/** The editor's name, with a link to their public page if they chose to have one. */
const Editor = ({ name, pageId }: { name: string; pageId: string | null }) =>
  pageId ? <a href={href("/editors/:editorId", { editorId: pageId })}>{name}</a> : name;
