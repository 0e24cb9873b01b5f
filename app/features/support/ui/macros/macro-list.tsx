import { count } from "#app/platform/rules/core/count.ts";
import { Form, Link, useSearchParams } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type Desk, threadPath } from "../../rules/desk.ts";
import { TICKET_CATEGORIES, TICKET_CATEGORY_WORDS } from "../../rules/ticket.ts";
import type { MacroRow } from "../../rules/ticket-view.ts";
import styles from "../desk/desk-macros.module.css";

export const FILTERS = [
  {
    name: "category",
    label: "Topic",
    choices: [
      ["", "All"],
      ["any", "For any topic"],
      ...TICKET_CATEGORIES.map((it) => [it, TICKET_CATEGORY_WORDS[it]] as const),
    ],
  },
  {
    name: "state",
    label: "Status",
    choices: [
      ["", "In use"],
      ["archived", "Archived"],
    ],
  },
  {
    name: "sort",
    label: "Sort by",
    choices: [
      ["", "Title"],
      ["-uses", "Most used"],
      ["-used", "Used last"],
      ["-updated", "Changed last"],
    ],
  },
] as const;

export function MacroList({
  desk,
  macros,
  current,
}: {
  desk: Desk;
  macros: readonly MacroRow[];
  /** The macro being edited. */
  current: string | undefined;
}) {
  const [asked] = useSearchParams();
  const to = (name: "edit" | "copy", id: string) => {
    const next = new URLSearchParams(asked);
    next.delete("edit");
    next.delete("copy");
    next.set(name, id);
    return `?${next}`;
  };
  return (
    <ul className={styles.macros} aria-label="Macros">
      {macros.map((macro) => (
        <li key={macro.id} aria-current={macro.id === current || undefined}>
          <div className={styles.head}>
            <h2>{macro.title}</h2>
            <span className="soft small">{macro.category ? TICKET_CATEGORY_WORDS[macro.category] : "Any topic"}</span>
            <span className={styles.deeds}>
              {macro.archivedAt ? (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={macro.id} />
                  <SubmitButton
                    name="intent"
                    value="restore-macro"
                    size="compact-sm"
                    variant="subtle"
                    pending="Restoring"
                  >
                    Restore
                  </SubmitButton>
                </Form>
              ) : (
                <Link to={to("edit", macro.id)} preventScrollReset>
                  Edit
                </Link>
              )}
              <Link to={to("copy", macro.id)} preventScrollReset>
                Duplicate
              </Link>
              {macro.archivedAt ? (
                <ConfirmButton
                  size="compact-sm"
                  variant="subtle"
                  stops
                  title={`Remove “${macro.title}”?`}
                  body={<p>Its usage figures go with it. Answers already sent don't change.</p>}
                  confirm="Remove macro"
                  pending="Removing"
                  fields={{ intent: "remove-macro", id: macro.id }}
                >
                  Remove
                </ConfirmButton>
              ) : (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={macro.id} />
                  <SubmitButton
                    name="intent"
                    value="archive-macro"
                    size="compact-sm"
                    variant="subtle"
                    pending="Archiving"
                  >
                    Archive
                  </SubmitButton>
                </Form>
              )}
            </span>
          </div>
          <p className={styles.body}>{macro.body}</p>
          <p className="soft small">
            <Usage desk={desk} macro={macro} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Usage({ desk, macro: { uses, last } }: { desk: Desk; macro: MacroRow }) {
  if (!last) return "Not used yet.";
  return (
    <>
      Used in {count(uses, "answer")}, last by {last.by ?? "a former colleague"} <Instant at={last.at} show="day" />
      {last.number ? (
        <>
          {" "}
          in <Link to={threadPath(desk, last.thread)}>{last.number}</Link>
        </>
      ) : null}
      .
    </>
  );
}
