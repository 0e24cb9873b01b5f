import { useSessionState } from "#app/platform/browser/core/session.ts";
import { LoadingView } from "./loading-view.tsx";

export const TIPS: readonly string[] = [
  "Every edit is a tracked change, so you can undo any of them.",
  "Deadlines are shown in your own time zone.",
  "Your editor's question can put the due date on hold until you answer.",
  "Prices are shown by section. Leave one out to see how much you save.",
];

/** The loading view between sign-in and the first page. */
export function ResolvingSession() {
  return useSessionState() === "loading" ? <LoadingView tips={TIPS} /> : null;
}
