import { count } from "#app/platform/rules/core/count.ts";
import { NativeSelect } from "@mantine/core";
import { Form } from "react-router";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { KnownEditor, ListedEditor } from "../rules/client-editors.ts";
import styles from "./profile.module.css";

const KINDS = [
  ["preferred", "Preferred: invited first"],
  ["backup", "Backup"],
  ["blocked", "Blocked: never invited"],
].map(([value, label]) => ({ value: value!, label: label! }));
const orders = (n: number): string => (n === 0 ? "" : count(n, "order with you", "orders with you"));

/**
 * An author's preferred, backup, and blocked editors, and those who can be added. Posts `intent=editor` with `editorId`
 * and `kind` to its page.
 */
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
                  aria-label={`Relationship with ${editor.displayName}`}
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
          Your list is empty.{" "}
          {known.length > 0
            ? "You can add any editor who has worked for you."
            : "Once an editor has worked for you, you can add them here."}
        </p>
      )}
      {known.length > 0 ? (
        <Form method="post" className={styles.add} preventScrollReset>
          <NativeSelect
            key={known.map((k) => k.uid).join(" ")}
            name="editorId"
            label="Editor who has worked for you"
            data={known.map((k) => ({ value: k.uid, label: `${k.displayName}, ${orders(k.orders)}` }))}
          />
          <NativeSelect name="kind" label="Relationship" data={KINDS} defaultValue="preferred" />
          <SubmitButton variant="default" name="intent" value="editor" pending="Adding">
            Add editor
          </SubmitButton>
        </Form>
      ) : null}
    </>
  );
}
