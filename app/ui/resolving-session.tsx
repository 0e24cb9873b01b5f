import { useSessionState } from "#app/platform/browser/session.ts";
import { LoadingView } from "./loading-view.tsx";

export const TIPS: readonly string[] = [
  "Every edit is a tracked change: you can take back each one by itself.",
  "Deadlines are shown in your own time zone.",
  "A question from your editor can stop the clock until you have answered it.",
  "The price stands by section: leave a section out and see what it saves.",
];

/** The full screen between signing in and the first page. */
export function ResolvingSession() {
  return useSessionState() === "loading" ? <LoadingView tips={TIPS} /> : null;
}
