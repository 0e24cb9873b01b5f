import { Textarea } from "@mantine/core";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { PersonNote } from "../server/people/list-person-notes.ts";
import styles from "./person-notes.module.css";

/** Staff's notes about a person. @param formKey makes sure that a form sent twice saves one note */
export function PersonNotes({
  notes,
  formKey,
  answer,
}: {
  notes: readonly PersonNote[];
  formKey: string;
  answer: FormAnswer | undefined;
}) {
  return (
    <Sheet title="Internal notes">
      <div className={styles.stack}>
        {notes.length === 0 ? (
          <p className={styles.none}>No notes yet. Only staff see them.</p>
        ) : (
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note.id}>
                <p>{note.body}</p>
                <div className={styles.by}>
                  <span>
                    {note.author}, <Instant at={note.at} />
                  </span>
                  {note.mayRemove ? (
                    <ConfirmButton
                      stops
                      variant="subtle"
                      size="compact-xs"
                      title="Remove this note?"
                      confirm="Remove note"
                      fields={{ intent: "remove-note", noteId: note.id }}
                      body={<p>It's deleted for everyone on staff.</p>}
                    >
                      Remove
                    </ConfirmButton>
                  ) : null}
                </div>
              </li>
            ))}
          </ul>
        )}
        <ActionForm intent="note" label="Add note" pending="Adding" fields={{ clientKey: formKey }} answer={answer}>
          {({ problem, typed }) => (
            <Textarea
              name="body"
              label="Note"
              description="Only staff see it."
              maxLength={2_000}
              autosize
              minRows={3}
              defaultValue={typed.body ?? ""}
              error={fieldError(problem, "body")}
            />
          )}
        </ActionForm>
      </div>
    </Sheet>
  );
}
