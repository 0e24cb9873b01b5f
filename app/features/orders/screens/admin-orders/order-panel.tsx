import { Form, Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { useAccepted } from "#app/platform/browser/core/last-answer.ts";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { Textarea } from "#app/ui/fields.tsx";
import { Instant, RelativeTime } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import type { RowKeys } from "#app/ui/lists/list-keys.tsx";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { PageLink } from "#app/ui/frame/page-link.tsx";
import { PanelPart, SidePanel } from "#app/ui/frame/side-panel.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Timeline } from "#app/ui/content/timeline.tsx";
import { STATUS_WORDS } from "../../rules/flow.ts";
import { statusTone } from "../../rules/status-tone.ts";
import type { OpenedOrder } from "./read-opened.ts";
import styles from "./order-panel.module.css";

/** Keys for the order in the panel, and of the list. */
export const ORDER_KEYS: RowKeys = [
  ["o", "Open the order's page"],
  ["a", "Assign an editor"],
  ["n", "Write an internal note"],
  ["m", "Message the author or editor"],
  ["h", "Hold or change the order"],
  ["r", "Refund"],
  ["f", "Filter the list"],
];

/** Parts of the order's page that the panel leads to, with their keys. */
const AT = [
  { key: "m", hash: "messages", words: "Message" },
  { key: "h", hash: "interventions", words: "Hold or change" },
  { key: "r", hash: "refund", words: "Refund" },
] as const;

/**
 * An order beside the list: what's next, the ways to act, its latest events and messages, and its money.
 * @param here the list's own address, without its parameters
 */
export function OrderPanel({
  opened: it,
  close,
  here,
  answer,
}: {
  opened: OpenedOrder;
  close: string;
  here: string;
  answer: FormAnswer | undefined;
}) {
  const page = `${here}/${it.id}`;
  const own = answer?.form === "note_order" ? answer : undefined;
  const accepted = useAccepted(answer, "note_order");
  return (
    <SidePanel of={it.id} title={`${it.number} ${it.title}`} close={close}>
      <p className={styles.status}>
        <StatusBadge tone={statusTone(it.status)}>{STATUS_WORDS[it.status]}</StatusBadge>
      </p>
      <p className={styles.next}>
        {it.waiting.waitsFor}
        {it.dates.dueAt ? (
          <span className="soft">
            {" "}
            Due <Instant at={it.dates.revisionDueAt ?? it.dates.dueAt} deadline />.
          </span>
        ) : null}
      </p>
      <nav aria-label={`${it.number}: actions`} className={styles.links}>
        <PageLink to={page} data-page-key="o">
          Open order
        </PageLink>
        {it.mayAssign ? (
          <Link to={`${page}#assign`} data-page-key="a">
            Assign
          </Link>
        ) : null}
        {AT.map(({ key, hash, words }) => (
          <Link key={key} to={`${page}#${hash}`} data-page-key={key}>
            {words}
          </Link>
        ))}
      </nav>
      <KeyValue
        items={[
          { label: "Author", value: it.clientName },
          { label: "Editor", value: it.editorName ?? "None" },
          {
            label: "Words",
            value: (
              <span className="figures">
                {it.edited > 0 ? `${it.edited.toLocaleString("en-US")} of ` : null}
                {it.words.toLocaleString("en-US")}
                {it.edited > 0 ? " edited" : null}
              </span>
            ),
          },
        ]}
      />
      <Form method="post" preventScrollReset className={styles.note} key={accepted}>
        <ErrorNote problem={own?.error} />
        <input type="hidden" name="orderId" value={it.id} />
        <label htmlFor="panel-note" data-page-key="n" className={styles.label}>
          Internal note
        </label>
        <Textarea
          id="panel-note"
          name="note"
          autosize
          minRows={1}
          maxRows={8}
          maxLength={2_000}
          required
          defaultValue={own?.error ? own.typed?.["note"] : ""}
          error={fieldError(own?.error, "body")}
        />
        <SubmitButton name="intent" value="note_order" variant="default" size="compact-sm" pending="Adding">
          Save note
        </SubmitButton>
      </Form>
      <PanelPart title="Latest">
        <Timeline
          entries={it.timeline.map(({ id, at, title, who, mark }) => ({ id, at, title, who, mark, detail: undefined }))}
        />
      </PanelPart>
      {it.messages.length > 0 ? (
        <PanelPart title="Messages">
          <ul className={styles.messages}>
            {it.messages.map((message) => (
              <li key={message.id}>
                <b>{message.authorName}</b> <RelativeTime at={message.at} />
                <p>{message.body}</p>
              </li>
            ))}
          </ul>
        </PanelPart>
      ) : null}
      {it.price ? (
        <PanelPart title="Money">
          <KeyValue
            items={[
              ...it.price.lines.map(({ label, amountMinor }) => ({
                label,
                value: <span className="figures">{formatMoney(amountMinor, it.currency)}</span>,
              })),
              { label: "Total", value: <b className="figures">{formatMoney(it.price.totalMinor, it.currency)}</b> },
              it.paidMinor ? { label: "Paid", value: formatMoney(it.paidMinor, it.currency) } : null,
              it.refundedMinor ? { label: "Refunded", value: formatMoney(it.refundedMinor, it.currency) } : null,
              ...it.earnings.map((earning) => ({
                label: `Pay, ${earning.editorName}`,
                value: `${formatMoney(earning.amountMinor, earning.currency)}, ${earning.status.replace("_", " ")}`,
              })),
            ]}
          />
        </PanelPart>
      ) : null}
    </SidePanel>
  );
}
