import { NativeSelect } from "@mantine/core";
import { Form } from "react-router";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { KnownEditor, ListedEditor } from "../server/list-client-editors.ts";
import styles from "./profile.module.css";

const KINDS = [
  ["preferred", "Preferred: asked first"],
  ["backup", "Backup"],
  ["blocked", "Blocked: never asked"],
].map(([value, label]) => ({ value: value!, label: label! }));
const orders = (n: number): string =>
  n === 0 ? "" : n === 1 ? "1 order of yours" : `${n.toLocaleString("en-US")} orders of yours`;

/** The editors an author prefers, keeps in reserve or does not want, and those who could be listed. Posts `intent=editor` with `editorId` and `kind` to its page. */
export function EditorList({ listed, known }: { listed: readonly ListedEditor[]; known: readonly KnownEditor[] }) {
  return (
    <>
      {listed.length > 0 ? (
        <ul className={styles.people}>
          {listed.map((editor) => (
            <li key={editor.uid}>
              <span className={styles.who}>
                {editor.displayName}
                <small>{[editor.headline, orders(editor.orders)].filter(Boolean).join(" · ")}</small>
              </span>
              <Form method="post" className={styles.kind} preventScrollReset>
                <input type="hidden" name="editorId" value={editor.uid} />
                <NativeSelect
                  key={editor.kind}
                  name="kind"
                  aria-label={`What ${editor.displayName} is to you`}
                  defaultValue={editor.kind}
                  data={[...KINDS, { value: "off", label: "Not on my list" }]}
                />
                <SubmitButton variant="default" name="intent" value={`editor:${editor.uid}`} pending="Saving">
                  Save
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.note}>
          Nobody is on your list.{" "}
          {known.length > 0
            ? "You may put an editor on it who has worked for you."
            : "Once an editor has worked for you, you may put them on it."}
        </p>
      )}
      {known.length > 0 ? (
        <Form method="post" className={styles.add} preventScrollReset>
          <NativeSelect
            key={known.map((k) => k.uid).join(" ")}
            name="editorId"
            label="An editor who has worked for you"
            data={known.map((k) => ({ value: k.uid, label: `${k.displayName}, ${orders(k.orders)}` }))}
          />
          <NativeSelect name="kind" label="is to you" data={KINDS} defaultValue="preferred" />
          <SubmitButton variant="default" name="intent" value="editor" pending="Adding">
            Put on my list
          </SubmitButton>
        </Form>
      ) : null}
    </>
  );
}
