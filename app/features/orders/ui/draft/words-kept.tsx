import { TextInput } from "@mantine/core";

/** A field for how many words of an order are done when it changes hands. Empty means the editor's last report. */
export function WordsKept({ billableWords, reported }: { billableWords: number; reported?: number }) {
  const soFar = reported === undefined ? "" : ` (${reported.toLocaleString("en-US")})`;
  return (
    <TextInput
      type="number"
      name="words"
      label="Words the next editor doesn't have to redo"
      description={[
        `Of ${billableWords.toLocaleString("en-US")}.`,
        `Leave it empty for what the editor last reported${soFar}.`,
        "They're paid for this part if they uploaded a copy that passes our check.",
      ].join(" ")}
      min={0}
      max={billableWords}
      inputMode="numeric"
    />
  );
}
