import { useId } from "react";
import { Link, useFetcher } from "react-router";
import { titleOf } from "#app/features/style-sheets/rules/entry.ts";
import { EntryFields, typedOf } from "#app/features/style-sheets/ui/entry-fields.tsx";
import { count } from "#app/platform/rules/core/count.ts";
import type { ProblemData } from "#app/platform/server/requests/problem.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import type { StyleEntry } from "../../server/style-sheet/style-view.ts";
import styles from "./check.module.css";
import { placeAt } from "./place-page.tsx";
import { runKey } from "./run-key.ts";

const FROM: Readonly<Record<StyleEntry["from"], string>> = {
  author: "Chosen by the author.",
  editor: "Decided by you.",
  sheet: "On the author's style sheet.",
  organization: "On the organization's style sheet.",
  order: "Chosen in the order.",
  manuscript: "",
};
const isOpen = ({ from }: StyleEntry): boolean => from === "order" || from === "manuscript";

/** Places shown with an entry. */
const PLACES = 3;

/** An order's style sheet as its editor settles it: what's prefilled, how often the manuscript has each form, and where. */
export function StylePanel({
  entries,
  mayAsk,
  orderId,
  answer,
}: {
  entries: readonly StyleEntry[];
  mayAsk: boolean;
  orderId: string;
  answer: FormAnswer | undefined;
}) {
  const open = entries.filter(isOpen);
  const used = entries.filter((one) => !isOpen(one) && (one.uses.length > 0 || one.from === "editor"));
  const unused = entries.filter((one) => !open.includes(one) && !used.includes(one));
  const of = { orderId, mayAsk, answer };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the entries in it, whose buttons do the same */}
      <div onKeyDown={runKey}>
        {entries.length > 0 ? (
          <p className={`soft small ${styles.keys}`}>
            On an entry, <kbd>Enter</kbd> accepts its form, <kbd>c</kbd> changes it
            {mayAsk ? (
              <>
                , <kbd>q</kbd> asks the author
              </>
            ) : null}
            , <kbd>n</kbd> adds a new one, and <kbd>j</kbd> and <kbd>k</kbd> go down and up.
          </p>
        ) : (
          <p className="soft">
            The forms that the manuscript uses appear here once it's checked. You can also add entries of your own.
          </p>
        )}
        <Entries title="To decide" entries={open} {...of} />
        <Entries title="Decided" entries={used} {...of} />
        {unused.length > 0 ? (
          <details>
            <summary>{count(unused.length, "entry", "entries")} the manuscript doesn't use</summary>
            <Entries title="Not in the manuscript" entries={unused} {...of} />
          </details>
        ) : null}
        <div className={styles.add} data-new>
          <ActionForm
            intent="style_entry"
            label="Add an entry"
            submit="Save"
            pending="Saving"
            fields={{ entry: "" }}
            answer={answer?.typed?.["entry"] ? undefined : answer}
          >
            {({ problem, typed }) => <EntryFields typed={typed} fault={fieldError(problem, "form")} />}
          </ActionForm>
        </div>
      </div>
      <p className="small">
        <a href={`/api/orders/${orderId}/style-sheet`} download>
          Download as Word
        </a>
      </p>
    </>
  );
}

type Of = { orderId: string; mayAsk: boolean; answer: FormAnswer | undefined };

function Entries({ title, entries, ...of }: { title: string; entries: readonly StyleEntry[] } & Of) {
  const id = useId();
  if (entries.length === 0) return null;
  return (
    <>
      <h3 id={id} className={styles.part}>
        {title}
      </h3>
      <ul className={styles.findings} aria-labelledby={id}>
        {entries.map((one) => (
          <Entry key={one.key} entry={one} {...of} />
        ))}
      </ul>
    </>
  );
}

function Entry({ entry, orderId, mayAsk, answer }: { entry: StyleEntry } & Of) {
  const fetcher = useFetcher<{ done?: string; error?: ProblemData }>();
  const { key, form, others, note, uses, places, choice, from } = entry;
  const about = titleOf(key);
  const own = answer?.typed?.["entry"] === key ? answer : undefined;
  const busy = fetcher.state !== "idle";
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys work while it has the focus
    <li data-entry tabIndex={0} aria-label={about || form} className={styles.entry}>
      <p className={styles.message}>
        {about ? <span className="soft">{about}: </span> : null}
        <b>{form}</b>
        {others.length > 0 ? <>, not {others.join(", ")}</> : null}
        {note ? <span className="soft"> ({note})</span> : null}{" "}
        <small className="soft">
          {FROM[from]}
          {uses.length > 0
            ? ` In the manuscript: ${uses.map((one) => `${one.form} ${one.count.toLocaleString("en-US")}`).join(", ")}.`
            : ""}
        </small>
      </p>
      {places.length > 0 ? (
        <ul className={styles.places}>
          {places.slice(0, PLACES).map((place, i) => (
            // The list never changes while it's shown.
            <li key={i}>
              {place.section ? <span className="soft">{place.section} </span> : null}
              <q>{place.at ? <Link to={placeAt(place.at.fileId, place.at.spot)}>{place.text}</Link> : place.text}</q>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={styles.acts}>
        {isOpen(entry) || from === "editor" ? (
          <fetcher.Form method="post">
            <input type="hidden" name="intent" value="choose_form" />
            <input type="hidden" name="orderId" value={orderId} />
            <input type="hidden" name="fileId" value={choice?.fileId ?? ""} />
            <input type="hidden" name="key" value={key} />
            {isOpen(entry)
              ? [form, ...others].map((one, i) => (
                  <Button
                    key={one}
                    type="submit"
                    name="form"
                    value={one}
                    size="xs"
                    variant={i === 0 ? "light" : "subtle"}
                    disabled={busy}
                    {...(i === 0 ? { "data-key": "Enter" } : {})}
                  >
                    Use {one}
                  </Button>
                ))
              : null}
            {from === "editor" ? (
              <Button type="submit" name="form" value="" size="xs" variant="subtle" disabled={busy}>
                Undo
              </Button>
            ) : null}
          </fetcher.Form>
        ) : null}
        {choice && mayAsk && choice.options.length > 1 ? (
          <fetcher.Form method="post">
            <input type="hidden" name="intent" value="ask_form" />
            <input type="hidden" name="key" value={choice.key} />
            <input type="hidden" name="options" value={choice.options.join("\n")} />
            <Button type="submit" size="xs" variant="subtle" disabled={busy} data-key="q">
              Ask the author
            </Button>
          </fetcher.Form>
        ) : null}
        <span role="status" className="soft small">
          {fetcher.data?.done}
        </span>
      </div>
      {fetcher.data?.error ? <ErrorNote problem={fetcher.data.error} /> : null}
      <div className={styles.change} data-key="c">
        <ActionForm
          intent="style_entry"
          label={`Change “${form}”`}
          submit="Save"
          pending="Saving"
          fields={{ entry: key, about: about ? key : "" }}
          answer={own}
        >
          {({ problem, typed }) => (
            <EntryFields typed={{ ...typedOf(entry), ...typed }} fault={fieldError(problem, "form")} />
          )}
        </ActionForm>
      </div>
    </li>
  );
}
