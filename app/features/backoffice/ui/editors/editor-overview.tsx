import type { ReactNode } from "react";
import { Link, href } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { AccountSheet } from "#app/features/accounts/ui/account-sheet.tsx";
import { PersonNotes } from "#app/features/accounts/ui/person-notes.tsx";
import { RequestKycForm, WithdrawKycRequest } from "#app/features/editors/ui/kyc/request-kyc.tsx";
import { PersonTickets } from "#app/features/support/ui/tickets/person-tickets.tsx";
import { LevelSheet, PauseSheet } from "#app/features/editors/ui/editor-standing.tsx";
import { KycLines } from "#app/features/editors/ui/kyc/kyc-lines.tsx";
import { Judgements } from "#app/features/matching/ui/judgements.tsx";
import { BankHistory } from "#app/features/payouts/ui/bank-history.tsx";
import { PayoutBadge } from "#app/features/payouts/ui/payout-badges.tsx";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Columns, Section, Sheet } from "#app/ui/page.tsx";
import { Stars } from "#app/ui/content/star-rating.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { Timeline } from "#app/ui/content/timeline.tsx";
import type { EditorFile } from "../../server/people/editor-file.ts";
import { EditorSettings } from "./editor-settings.tsx";
import styles from "../people.module.css";
import { INVITES, words, percent, orderColumns, None, inviteColumns } from "./editor-file-tables.tsx";
import { Waits } from "./editor-file-to-do.tsx";
import { ProfileSheet } from "./editor-file-profile.tsx";
import { EarningsSheet } from "./editor-file-earnings.tsx";

/**
 * Everything about one editor, with what an admin can do.
 * @param undecided the application needs a decision, so it comes first
 * @param own the admin's own file
 */
export function EditorFileView({
  file,
  application,
  undecided,
  own,
  answer,
}: {
  file: EditorFile;
  application: ReactNode;
  undecided: boolean;
  own: boolean;
  answer: FormAnswer | undefined;
}) {
  const { row, profile, settings, kyc, balances } = file;
  const forms = { name: row.displayName, own, answer };
  const outcomes = file.inviteOutcomes
    .map((o) => `${o.n} ${(INVITES[o.status]?.[0] ?? o.status).toLowerCase()}`)
    .join(", ");
  const orders = `/admin/orders?${new URLSearchParams({ show: "all", q: row.displayName })}`;
  return (
    <>
      <Waits file={file} />
      <Stats>
        <Stat
          label="Open orders"
          value={row.openOrders}
          detail={
            settings.parallelOrders === null ? "Order limit not set" : `Limit: ${settings.parallelOrders} at once`
          }
        />
        <Stat
          label="Words this week"
          value={words(row.weekWords)}
          detail={row.weeklyWords === null ? "Weekly limit not set" : `of ${words(row.weeklyWords)}`}
        />
        <Stat
          label="Rating"
          value={row.rating === null ? "none" : row.rating.toFixed(1)}
          detail={`${row.ratings} in two years`}
        />
        <Stat label="On-time delivery" value={percent(row.onTime)} detail={`of ${row.deliveries} deliveries`} />
        <Stat label="QA" value={row.qa === null ? "none" : Math.round(row.qa)} detail={`${row.reviews} reviews`} />
        <Stat label="Owed" value={formatMoney(row.owedMinor, row.currency)} detail="Earned but not paid yet" />
      </Stats>
      <Columns
        main={
          <div className={styles.stack}>
            {undecided ? application : null}
            <Section title="Current orders">
              <DataTable
                caption="Current orders"
                columns={orderColumns(false)}
                rows={file.current}
                rowKey={(o) => o.id}
                rowTo={(o) => `/admin/orders/${o.id}`}
                isLate={(o) => o.late}
                empty={
                  <None title="No open orders">
                    Orders this editor accepts or is assigned appear here until delivery.
                  </None>
                }
              />
            </Section>
            <Section title="Past orders" aside={file.pastTotal > 0 ? <Link to={orders}>All orders</Link> : null}>
              <DataTable
                caption="Past orders"
                columns={orderColumns(true)}
                rows={file.past}
                rowKey={(o) => o.id}
                rowTo={(o) => `/admin/orders/${o.id}`}
                empty={<None title="No past orders">Delivered orders appear here.</None>}
                footer={
                  file.pastTotal > file.past.length
                    ? `Showing the latest ${file.past.length} of ${words(file.pastTotal)}.`
                    : undefined
                }
              />
            </Section>
            <Section title="Invites" aside={outcomes ? <span className="soft small">{outcomes}</span> : null}>
              <DataTable
                caption="Invites"
                columns={inviteColumns}
                rows={file.invites}
                rowKey={(i) => i.id}
                rowTo={(i) => `/admin/orders/${i.orderId}`}
                empty={
                  <None title="No invites yet">
                    Invites start once identity and agreement are approved and matching is set up.
                  </None>
                }
              />
            </Section>
            {file.judgements.length > 0 ? (
              <Section title="Why they were or weren't invited">
                <Judgements judgements={file.judgements} />
              </Section>
            ) : null}
            <Section title="Quality reviews">
              <DataTable
                caption="Quality reviews"
                rows={file.reviews}
                rowKey={(r) => `${r.orderId}${r.at.getTime()}`}
                rowTo={(r) => `/admin/orders/${r.orderId}`}
                columns={[
                  {
                    key: "number",
                    header: "Order",
                    cell: (r) => <span className={`figures ${styles.nowrap}`}>{r.number}</span>,
                  },
                  {
                    key: "total",
                    header: "Points",
                    align: "end",
                    cell: (r) => (r.total === null ? "" : <span className="figures">{r.total} of 100</span>),
                  },
                  {
                    key: "status",
                    header: "Outcome",
                    cell: (r) => (
                      <StatusBadge
                        tone={r.status === "passed" ? "done" : r.status === "failed" ? "stopped" : "waiting"}
                      >
                        {r.status === "passed" ? "Passed" : r.status === "failed" ? "Returned" : "Pending"}
                      </StatusBadge>
                    ),
                  },
                  { key: "note", header: "Note", cell: (r) => r.note },
                  { key: "reviewer", header: "By", cell: (r) => r.reviewer ?? "" },
                  { key: "at", header: "When", cell: (r) => <Instant at={r.at} show="day" /> },
                ]}
                empty={<None title="No reviews yet">QA reviews each editor's first ten orders.</None>}
              />
            </Section>
            <Section title="Ratings">
              <DataTable
                caption="Ratings"
                rows={file.ratings}
                rowKey={(r) => r.orderId}
                rowTo={(r) => `/admin/orders/${r.orderId}`}
                columns={[
                  {
                    key: "number",
                    header: "Order",
                    cell: (r) => <span className={`figures ${styles.nowrap}`}>{r.number}</span>,
                  },
                  { key: "overall", header: "Rating", cell: (r) => <Stars value={r.overall} /> },
                  { key: "comment", header: "Comment", cell: (r) => r.comment || <span className="soft">none</span> },
                  { key: "at", header: "When", cell: (r) => <Instant at={r.at} show="day" /> },
                ]}
                empty={<None title="No ratings yet">Authors can rate an order when they accept it.</None>}
              />
            </Section>
            <Section title="Payouts" aside={<Link to="/admin/editor-payouts">All payouts</Link>}>
              <DataTable
                caption="Payouts"
                rows={file.payouts}
                rowKey={(p) => p.id}
                columns={[
                  {
                    key: "run",
                    header: "Run",
                    cell: (p) => <span className={`figures ${styles.nowrap}`}>{p.runNumber}</span>,
                  },
                  { key: "status", header: "Status", cell: (p) => <PayoutBadge status={p.status} /> },
                  {
                    key: "amount",
                    header: "Amount",
                    align: "end",
                    cell: (p) => <span className="figures">{formatMoney(p.amountMinor, p.currency)}</span>,
                  },
                  { key: "paid", header: "Paid", cell: (p) => (p.paidAt ? <Instant at={p.paidAt} show="day" /> : "") },
                  {
                    key: "invoice",
                    header: "Self-billed invoice",
                    cell: (p) =>
                      p.invoiceId ? <a href={`/api/invoices/${p.invoiceId}/pdf`}>{p.invoiceNumber}</a> : "",
                  },
                ]}
                empty={
                  <None title="No payouts yet">
                    Earnings are paid in the first payout run after they have been available long enough.
                  </None>
                }
              />
            </Section>
            {undecided ? null : application}
          </div>
        }
        side={
          <>
            <LevelSheet standing={file.level} {...forms} />
            <PauseSheet pause={file.pause} {...forms} />
            <AccountSheet account={file.account} {...forms}>
              Their open invites end, and open orders go to the admins' to-do list.
            </AccountSheet>
            <PersonTickets
              tickets={file.tickets}
              email={row.email}
              formKey={file.formKey}
              categories={["account", "kyc", "order", "payment", "technical", "other"]}
              {...forms}
            />
            <PersonNotes notes={file.notes} formKey={file.formKey} answer={answer} />
            <ProfileSheet row={row} profile={profile} />
            <Sheet
              title="Matching settings"
              aside={
                <StatusBadge tone={row.matchReady ? "done" : "waiting"}>
                  {row.matchReady ? "ready" : "setup"}
                </StatusBadge>
              }
            >
              <EditorSettings settings={settings} />
            </Sheet>
            <EarningsSheet balances={balances} />
            <Sheet title="Bank details">
              {file.pendingBank ? (
                <p className={styles.facts}>
                  {file.pendingBank.expired ? "Never confirmed" : "Waiting for confirmation by email"}:{" "}
                  {file.pendingBank.account}, entered <Instant at={file.pendingBank.createdAt} />.
                </p>
              ) : null}
              <BankHistory rows={file.bankHistory} />
            </Sheet>
            <div id="kyc">
              <Sheet title="KYC" aside={<Link to={`/admin/kyc-review?person=${row.uid}`}>Review documents</Link>}>
                <p className={styles.facts}>{kyc.overview.nextForStaff}</p>
                <KycLines
                  lines={kyc.overview.lines}
                  form={(line) => (line.asked && !own ? <WithdrawKycRequest kind={line.kind} /> : null)}
                />
                {own ? null : <RequestKycForm name={row.displayName} answer={answer} />}
              </Sheet>
            </div>
            <Sheet title="History">
              {file.trail.length === 0 ? (
                <p className="soft">Nothing yet.</p>
              ) : (
                <Timeline
                  entries={file.trail.map((f) => ({
                    id: f.id,
                    at: f.at,
                    title: f.title,
                    who: f.who,
                    detail: (
                      <>
                        {f.orderId && f.number ? (
                          <Link to={href("/admin/orders/:orderId", { orderId: f.orderId })}>{f.number}</Link>
                        ) : null}
                        {f.detail ? (
                          <>
                            {f.number ? ", " : ""}
                            {f.detail}
                          </>
                        ) : null}
                      </>
                    ),
                  }))}
                />
              )}
            </Sheet>
          </>
        }
      />
    </>
  );
}
