import { FileRow } from "#app/ui/file-row.tsx";
import type { ReactNode } from "react";
import type { ReEditCount, ReEditSentence } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import { Sheet } from "#app/ui/page.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import { ReEditSummary } from "../draft/re-edit-summary.tsx";
import styles from "../draft/re-edit.module.css";

const KIND_WORDS: Record<ReEditSentence["kind"], string> = {
  moved: "Moved, unchanged",
  changed: "Changed",
  new: "New",
  removed: "Removed",
};

/** In text order; removed sentences come last, by sections of the delivery. */
function bySection(
  listed: readonly ReEditSentence[],
  left: ReadonlySet<string>,
): { title: string; sentences: ReEditSentence[] }[] {
  const groups: { title: string; sentences: ReEditSentence[] }[] = [];
  const gone: ReEditSentence[] = [];
  for (const sentence of listed) {
    if (sentence.kind === "removed") {
      gone.push(sentence);
      continue;
    }
    const isLeftOut = sentence.sectionId !== null && left.has(sentence.sectionId);
    const title = `${sentence.section || "Before the first heading"}${isLeftOut ? " (left out)" : ""}`;
    const last = groups.at(-1);
    if (last?.title === title) last.sentences.push(sentence);
    else groups.push({ title, sentences: [sentence] });
  }
  return gone.length > 0 ? [...groups, { title: "Removed since the delivery", sentences: gone }] : groups;
}

/** The changed, moved and new sentences of a re-edit by file and section, with the delivery to compare them with. */
export const WhatChanged = ({ reEdit, paidFor }: { reEdit: NonNullable<OrderView["reEdit"]>; paidFor: number }) => (
  <ChangedSentences
    delivered={reEdit.delivered}
    files={reEdit.files}
    intro={
      <p>
        {reEdit.forReviewers
          ? `This is a response to reviewers for ${reEdit.of.number}. Edit the manuscript and the reply letter, and check both against the reviewers' comments. You are paid for the letter and for`
          : `This is a re-edit of ${reEdit.of.number}. You are paid for`}{" "}
        {paidFor.toLocaleString("en-US")} words in changed and new sentences. The others were edited before. They aren't
        part of your pay, and you may change them if the new ones require it.
      </p>
    }
  />
);

type Changed = Pick<
  NonNullable<OrderView["reEdit"]>["files"][number],
  "sourceId" | "name" | "words" | "left" | "listed" | "unlisted"
> & { count: ReEditCount | null };

/** The differences from a delivery, sentence by sentence. */
export function ChangedSentences({
  intro,
  delivered,
  files,
}: {
  intro: ReactNode;
  delivered: NonNullable<OrderView["reEdit"]>["delivered"];
  files: readonly Changed[];
}) {
  return (
    <Sheet title="What changed since the delivery">
      <div className={styles.sections}>
        {intro}
        {delivered.length > 0 ? (
          <div>
            <p className="eyebrow">Delivered version</p>
            {delivered.map((file) => (
              <FileRow key={file.id} name={file.name} format="docx" sizeBytes={file.bytes} href={file.href} />
            ))}
          </div>
        ) : null}
        {files.map((file, n) => {
          const groups = bySection(file.listed, new Set(file.left));
          return (
            <div key={file.sourceId} className={styles.sections}>
              {files.length > 1 ? <h3>{file.name}</h3> : null}
              {file.count ? <ReEditSummary count={file.count} words={file.words} /> : null}
              {groups.length > 1 ? (
                <ul className={styles.jump} aria-label="Sections">
                  {groups.map((group, i) => (
                    <li key={i}>
                      <a href={`#changed-${n}-${i}`}>
                        {group.title} ({group.sentences.length})
                      </a>
                    </li>
                  ))}
                </ul>
              ) : null}
              {groups.map((group, i) => (
                <section key={i} id={`changed-${n}-${i}`} tabIndex={-1}>
                  <h3>{group.title}</h3>
                  <ol className={styles.sentences}>
                    {group.sentences.map((sentence, k) => (
                      <Sentence key={k} sentence={sentence} />
                    ))}
                  </ol>
                </section>
              ))}
              {file.unlisted > 0 ? (
                <p className="soft small">{file.unlisted.toLocaleString("en-US")} more sentences aren't listed here.</p>
              ) : null}
            </div>
          );
        })}
      </div>
    </Sheet>
  );
}

function Sentence({ sentence }: { sentence: ReEditSentence }) {
  return (
    <li data-kind={sentence.kind}>
      <p className={styles.where}>
        {KIND_WORDS[sentence.kind]}, paragraph {sentence.paragraph}
        {sentence.kind === "removed" ? ` of the delivery${sentence.section ? `, ${sentence.section}` : ""}` : ""}
      </p>
      <p>
        {sentence.parts.map((part, i) =>
          part.what === "out" ? (
            <del key={i}>{part.text}</del>
          ) : part.what === "in" || sentence.kind === "new" ? (
            <ins key={i}>{part.text}</ins>
          ) : sentence.kind === "removed" ? (
            <del key={i}>{part.text}</del>
          ) : (
            <span key={i}>{part.text}</span>
          ),
        )}
      </p>
    </li>
  );
}
