import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { PageKeys, type RowKeys, pressOnPage } from "#app/ui/lists/list-keys.tsx";
import { type Desk, threadPath } from "../../rules/desk.ts";

const KEPT = "desk.threads";

/** Remembers the threads of the list that was shown last, so that "]" goes on in its order. */
export function keepThreads(ids: readonly string[]): void {
  try {
    sessionStorage.setItem(KEPT, ids.join(" "));
  } catch {
    // Storage is off: "]" leads to the list.
  }
}

const keptThreads = (): string[] => {
  try {
    return (sessionStorage.getItem(KEPT) ?? "").split(" ");
  } catch {
    return [];
  }
};

/** Shows the form for a reply or a note, and puts the cursor into it. */
function write(kind: "answer" | "note"): boolean {
  const tab = document.querySelector<HTMLElement>(`#write [data-write="${kind}"]`);
  tab?.click();
  const focus = () => document.querySelector<HTMLElement>("#write [data-pane]:not([hidden]) textarea")?.focus();
  requestAnimationFrame(() => requestAnimationFrame(focus));
  return document.querySelector("#write textarea") !== null;
}

/** The keys inside a thread. @param kind a ticket can be resolved and has notes @param id of the thread */
export function ThreadKeys({
  desk,
  kind,
  id,
  queue,
}: {
  desk: Desk;
  kind: "ticket" | "order";
  id: string;
  queue: string;
}) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const go = (step: number): boolean => {
    const ids = keptThreads();
    const at = ids.indexOf(id);
    const next = at === -1 ? undefined : ids[at + step];
    void (next ? navigate(threadPath(desk, next), { state }) : navigate(queue));
    return true;
  };
  const press = (key: string): boolean => {
    if (key === "r") return write("answer");
    if (key === "n" && kind === "ticket") return write("note");
    if (key === "]" || key === "[") return go(key === "]" ? 1 : -1);
    return ["a", "e", "s", "t"].includes(key) && pressOnPage(key);
  };
  const keys = useMemo<RowKeys>(
    () => [
      ["R", "Reply"],
      ...(kind === "ticket" ? ([["N", "Add an internal note"]] as const) : []),
      ["A", "Assign to me"],
      ...(kind === "ticket"
        ? ([
            ["S", "Snooze"],
            ["T", "Tag"],
          ] as const)
        : []),
      ["E", kind === "ticket" ? "Resolve or reopen" : "Mark as handled"],
      ["]", "Next thread of the list"],
      ["[", "Previous thread of the list"],
    ],
    [kind],
  );
  return <PageKeys keys={keys} press={press} />;
}
