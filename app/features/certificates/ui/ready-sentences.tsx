import { Button } from "@mantine/core";
import { toast } from "#app/platform/browser/core/toast.ts";
import type { ReadySentence } from "../rules/ready-sentences.ts";
import styles from "./certificate.module.css";

/** Sentences for acknowledgments and journals, each with a button that copies it. */
export function ReadySentences({ sentences }: { sentences: readonly ReadySentence[] }) {
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Sentence copied.");
    } catch {
      toast.error("The sentence couldn't be copied. Select it and copy it yourself.");
    }
  };
  return (
    <>
      {sentences.map(({ label, text }) => (
        <div key={label} className={styles.ready}>
          <p className="eyebrow">{label}</p>
          <p>{text}</p>
          <div>
            <Button type="button" variant="default" size="xs" onClick={() => void copy(text)}>
              Copy sentence
            </Button>
          </div>
        </div>
      ))}
    </>
  );
}
