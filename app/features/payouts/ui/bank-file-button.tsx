import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { Button, type ButtonProps } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { ErrorNote, type ShownProblem } from "#app/ui/notice.tsx";

/**
 * Downloads a run's bank file. A POST, because the first download marks the run as sent. Without JavaScript the form
 * itself downloads it. Shows errors here and reloads the page data either way.
 */
export function BankFileButton({
  runId,
  fileName,
  children,
  ...look
}: { runId: string; fileName: string; children: string } & Pick<ButtonProps, "variant" | "size">) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ShownProblem | null>(null);
  const { revalidate } = useRevalidator();
  const action = `/api/payout-runs/${runId}/file`;
  const take = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const answer = await fetchInTime(action, { method: "POST" });
      if (!answer.ok) {
        const body = (await answer.json().catch(() => null)) as { error?: ShownProblem } | null;
        setProblem(
          body?.error ?? {
            message: "We couldn't download the file.",
            advice: "Wait a moment and try again.",
          },
        );
      } else save(await answer.blob(), fileName);
    } catch {
      setProblem({
        message: "We couldn't reach the server.",
        advice: "Check your connection and try again. Downloading twice gives the same file.",
      });
    }
    setBusy(false);
    await revalidate();
  };
  return (
    <form method="post" action={action} onSubmit={(event) => void take(event)}>
      <Button type="submit" {...look} aria-disabled={busy || undefined} data-pending={busy || undefined}>
        {busy ? "Downloading…" : children}
      </Button>
      {problem ? <ErrorNote problem={problem} /> : null}
    </form>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 30_000);
}
