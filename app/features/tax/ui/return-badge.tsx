import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";

type State = "running" | "open" | "filed" | "paid" | "nothing";
const STATES: Readonly<Record<State, { words: string; tone: StatusTone }>> = {
  running: { words: "In progress", tone: "neutral" },
  open: { words: "To file", tone: "active" },
  filed: { words: "Filed, to pay", tone: "waiting" },
  paid: { words: "Paid", tone: "done" },
  nothing: { words: "Filed, nothing due", tone: "done" },
};

/** How a return stands. One that should be filed soon needs attention. */
export function ReturnBadge({ of }: { of: { state: State; isPressing: boolean } }) {
  const { words, tone } = STATES[of.state];
  return <StatusBadge tone={of.isPressing ? "late" : tone}>{words}</StatusBadge>;
}
