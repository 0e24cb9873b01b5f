import { Textarea, TextInput } from "@mantine/core";
import { Link } from "react-router";
import { formatMoney, decimalMoney, unitsOf } from "#app/platform/rules/core/money.ts";
import { Attachments } from "#app/features/messages/ui/conversation.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { formatHours } from "#app/platform/rules/core/time.ts";
import { REDO_MS } from "#app/features/orders/rules/work/revision.ts";
import type { RefundDesk } from "../server/refunds/read-refund-desk.ts";
import styles from "./refund.module.css";

const PROBLEM: Record<string, { words: string; tone: StatusTone }> = {
  open: { words: "To decide", tone: "waiting" },
  redo: { words: "Being redone", tone: "active" },
  refunded: { words: "Refunded", tone: "done" },
  declined: { words: "Declined", tone: "stopped" },
};
const REQUEST: Record<string, { words: string; tone: StatusTone }> = {
  pending: { words: "Waiting for approval", tone: "waiting" },
  approved: { words: "Approved", tone: "done" },
  declined: { words: "Declined", tone: "stopped" },
};

/** The client's report and the refunds of an order, for staff: every amount is shown before anything happens. */
export function RefundPanel({ desk }: { desk: RefundDesk }) {
  const money = (minor: number) => formatMoney(minor, desk.currency);
  const open = desk.problems.find((p) => p.status === "open" || p.status === "redo");
  const refund = { intent: "refund", seenRefundedMinor: String(desk.refundedMinor) };
  const pending = desk.requests.find((r) => r.status === "pending");
  if (desk.leftMinor === 0 && desk.problems.length === 0 && desk.requests.length === 0) return null;
  return (
    <div id="problem">
      <Sheet title={open ? "Reported problem" : "Refunds"}>
        <div className={styles.stack}>
          {desk.problems.map((p) => (
            <div key={p.id} className={styles.stack}>
              <p className="small">
                <StatusBadge tone={PROBLEM[p.status]?.tone ?? "neutral"}>
                  {PROBLEM[p.status]?.words ?? p.status}
                </StatusBadge>{" "}
                <Instant at={p.createdAt} />
                {p.status === "open" ? (
                  <>
                    , decide by <Instant at={p.dueAt} />
                  </>
                ) : p.status === "redo" && p.redoDueAt ? (
                  <>
                    , due <Instant at={p.redoDueAt} />
                  </>
                ) : null}
              </p>
              <blockquote className={styles.quote}>{p.what}</blockquote>
              {p.files.length > 0 ? <Attachments of={p.files} /> : null}
              {p.refundTo === "balance" ? (
                <p className="soft small">
                  A refund goes on the client&apos;s balance, as they asked, if that can be done.
                </p>
              ) : null}
              {p.note ? <p className="soft small">Our note: {p.note}</p> : null}
            </div>
          ))}
          {open ? (
            <div className={styles.buttons}>
              {open.status === "open" && desk.mayRedo ? (
                <ConfirmButton
                  title="Have the editor redo this work?"
                  confirm="Order redo"
                  fields={{ intent: "redo", problemId: open.id }}
                  body={
                    <>
                      <p>
                        The editor has {formatHours(REDO_MS)} and keeps their full pay. The author's free revisions
                        aren't used up.
                      </p>
                      <Textarea
                        name="note"
                        label="What to redo (shown to the author, too)"
                        required
                        minLength={10}
                        maxLength={5_000}
                        autosize
                        minRows={3}
                      />
                    </>
                  }
                >
                  Order redo
                </ConfirmButton>
              ) : null}
              <ConfirmButton
                stops
                title="Close this report without a refund?"
                confirm="Decline report"
                fields={{ intent: "decline-problem", problemId: open.id }}
                body={
                  <Textarea
                    name="note"
                    label="Explanation (shown to the author)"
                    required
                    minLength={10}
                    maxLength={2_000}
                    autosize
                    minRows={3}
                  />
                }
              >
                Decline report
              </ConfirmButton>
            </div>
          ) : null}
          {desk.requests.length > 0 ? (
            <ul className={styles.plain}>
              {desk.requests.map((r) => (
                <li key={r.id}>
                  <StatusBadge tone={REQUEST[r.status]?.tone ?? "neutral"}>
                    {REQUEST[r.status]?.words ?? r.status}
                  </StatusBadge>{" "}
                  {money(r.amountMinor)}, {r.cause.toLowerCase()}
                  <br />
                  <span className="soft small">
                    {r.proposedBy}, <Instant at={r.createdAt} />: {r.reason}
                    {r.note ? ` (${r.decidedBy}: ${r.note})` : ""}
                  </span>
                </li>
              ))}
            </ul>
          ) : null}
          {pending ? (
            desk.isAdmin ? (
              <p className="small">
                <Link to="/admin/refunds">Decide on it under Refunds</Link>
              </p>
            ) : null
          ) : desk.leftMinor > 0 ? (
            <div className={styles.buttons}>
              {desk.options.map((o) => (
                <ConfirmButton
                  key={o.cause}
                  stops
                  title={`${o.label}: refund ${money(o.amountMinor)}?`}
                  confirm={
                    o.needs === "support" || (o.needs === "admin" && desk.isAdmin)
                      ? `Refund ${money(o.amountMinor)}`
                      : `Propose ${money(o.amountMinor)}`
                  }
                  fields={{ ...refund, cause: o.cause, amountMinor: String(o.amountMinor) }}
                  body={
                    <>
                      <ul>
                        {o.basis.map((b) => (
                          <li key={b}>{b}</li>
                        ))}
                      </ul>
                      <Needs needs={o.needs} isAdmin={desk.isAdmin} />
                      <Reason />
                    </>
                  }
                >
                  {o.cause === "quality-minor" ? "Refund for quality" : "Refund for serious problems"} (
                  {money(o.amountMinor)})
                </ConfirmButton>
              ))}
              <ConfirmButton
                stops
                title="Refund as goodwill?"
                confirm="Refund this amount"
                fields={{ ...refund, cause: "goodwill", currency: desk.currency }}
                body={
                  <>
                    <p>
                      {money(desk.leftMinor)} is left to refund. Above the limits of your role, the refund waits for
                      approval. {AT_OUR_EXPENSE}
                    </p>
                    <TextInput
                      name="amount"
                      label={`Amount in ${desk.currency}`}
                      inputMode="decimal"
                      required
                      placeholder={decimalMoney(20 * unitsOf(desk.currency), desk.currency)}
                    />
                    <Reason />
                  </>
                }
              >
                Refund as goodwill
              </ConfirmButton>
            </div>
          ) : null}
        </div>
      </Sheet>
    </div>
  );
}

const Reason = () => (
  <Textarea
    name="reason"
    label="Reason (for the record)"
    required
    minLength={5}
    maxLength={1_000}
    autosize
    minRows={2}
  />
);

function Needs({ needs, isAdmin }: { needs: string; isAdmin: boolean }) {
  const when =
    needs === "support" || (needs === "admin" && isAdmin)
      ? "at once"
      : needs === "two admins"
        ? "once two people approve it"
        : "once an admin or finance approves it";
  return (
    <p>
      It's refunded {when}. {AT_OUR_EXPENSE}
    </p>
  );
}

/** Of every refund that staff decide on; `rowOf` has the same. */
const AT_OUR_EXPENSE = "The company bears it: the editor keeps their pay.";
