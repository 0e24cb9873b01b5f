import { TextInput, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { Form, Link, data, href } from "react-router";
import { actorContext } from "#app/context.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { Problem, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { canApplication } from "#app/features/editors/rules/application-flow.ts";
import { decideApplication } from "#app/features/editors/server/decide-application.ts";
import { RUBRIC, RUBRIC_MOST } from "#app/features/editors/rules/samples.ts";
import { listApplicationFiles } from "#app/features/editors/server/application-files.ts";
import { findApplication } from "#app/features/editors/server/find-application.ts";
import { KycBadge } from "#app/features/editors/ui/kyc-badge.tsx";
import { KycLines } from "#app/features/editors/ui/kyc-lines.tsx";
import { Judgements } from "#app/features/matching/ui/judgements.tsx";
import { STATUS_WORDS } from "#app/features/orders/rules/flow.ts";
import { statusTone } from "#app/features/orders/rules/status-tone.ts";
import { findLookAlikes } from "#app/features/payouts/server/find-look-alikes.ts";
import { LookAlikes } from "#app/features/payouts/ui/look-alikes.tsx";
import { type BankHistoryRow, listBankHistory } from "#app/features/payouts/server/bank-changes.ts";
import { BankHistory } from "#app/features/payouts/ui/bank-history.tsx";
import { PayoutBadge } from "#app/features/payouts/ui/payout-badges.tsx";
import { LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { formText } from "#app/platform/rules/core/form-text.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { Stars } from "#app/ui/star-rating.tsx";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { StatusBadge, type StatusTone } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import {
  type EditorFile,
  type EditorInvite,
  type EditorOrder,
  findEditorFile,
} from "#app/features/backoffice/server/find-editor-file.ts";
import { ApplicationSheet } from "#app/features/backoffice/ui/application-sheet.tsx";
import { EditorSettings } from "#app/features/backoffice/ui/editor-settings.tsx";
import styles from "#app/features/backoffice/ui/people.module.css";
import type { Route } from "./+types/admin-editor";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(
    matches,
    loaderData ? `${loaderData.file?.row.displayName ?? loaderData.application?.displayName}` : "Editor",
  );

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  if (!isAdmin(actor)) throw refused("Only an admin can see an editor's profile.");
  const application = await findApplication(params.id);
  const file = await findEditorFile(actor, params.id, now()).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === "not-found") return null;
    throw error;
  });
  if (!file && !application) throw notFound("editor");
  return {
    file,
    application: application ? { ...application, files: await listApplicationFiles(params.id) } : null,
    mayDecide: application?.status === "submitted" && canApplication.decide(actor, params.id),
    own: actor.uid === params.id,
    bankHistory: await listBankHistory(params.id),
    alike: await findLookAlikes(params.id),
  };
});

type TypedDecision = { note: string; rubric: Record<string, string> };
type Answer = { error?: ShownProblem; typed?: TypedDecision; done?: string };
const DECIDED: Record<string, string> = {
  approved: "Application approved. The applicant is now a trial editor. We’ve notified them.",
  needs_info: "Asked the applicant for more. We’ve notified them.",
  declined: "Application declined. We’ve notified the applicant.",
};

/** An admin's decision on an application. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readPageForm(request);
  const note = formText(form, "note");
  const decision = formText(form, "decision") as "approved" | "declined" | "needs_info";
  const rubric = Object.fromEntries(RUBRIC.map(([key]) => [key, formText(form, key).trim()]));
  const scored = Object.values(rubric).every((points) => points !== "");
  try {
    await decideApplication(context.get(actorContext), {
      uid: params.id,
      decision,
      note,
      rubric: scored ? (rubric as never) : null,
    });
    return data<Answer>({ done: DECIDED[decision] ?? "" });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, said]) => [name.replace(/^rubric\./, ""), said]),
    );
    return data<Answer>({ error: { ...error.toJSON(), fields }, typed: { note, rubric } }, { status: error.status });
  }
}

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** One editor or applicant, with everything we know about them. */
export default function AdminEditor({ loaderData, actionData }: Route.ComponentProps) {
  const { file, application, mayDecide, own, alike, bankHistory } = loaderData;
  useLive(
    (event) =>
      event.orderId !== null ||
      event.kind.startsWith("application.") ||
      event.kind.startsWith("payout") ||
      event.kind.startsWith("kyc."),
  );
  const answer = useLastAnswer(actionData as Answer | undefined);
  const name = file?.row.displayName ?? application?.displayName ?? "";
  const decide = mayDecide ? (
    <Decision problem={answer?.error} typed={answer?.typed} />
  ) : application?.status === "submitted" && own ? (
    <Notice>Another admin has to review your application.</Notice>
  ) : null;
  return (
    <Page width="full">
      <PageTitle
        title={name}
        crumbs={[
          { label: "Editors", to: file ? "/admin/editors" : "/admin/editors?show=applications" },
          { label: name },
        ]}
        actions={
          file ? (
            <Link to={`/admin/support?${new URLSearchParams({ status: "all", kind: "ticket", q: file.row.email })}`}>
              Tickets
            </Link>
          ) : null
        }
        status={
          file ? (
            <>
              <StatusBadge tone="neutral">{LEVEL_LABELS[file.row.level] ?? file.row.level}</StatusBadge>
              <KycBadge state={file.row.kyc} />
            </>
          ) : null
        }
      />
      {answer?.done && !answer.error ? (
        <div className={styles.notice} aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      {answer?.error && !mayDecide ? (
        <div className={styles.notice}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      <LookAlikes others={alike} />
      {file ? (
        <File
          file={file}
          bankHistory={bankHistory}
          undecided={application?.status === "submitted"}
          application={application ? <ApplicationSheet application={application}>{decide}</ApplicationSheet> : null}
        />
      ) : application ? (
        <>
          <WaitingLine
            {...(application.status === "submitted"
              ? {
                  turn: mayDecide ? ("you" as const) : ("others" as const),
                  waitsFor: "Review the application, then approve or decline it.",
                  who: mayDecide ? "An admin" : "Another admin",
                }
              : { turn: "done" as const, waitsFor: `Application ${application.status}.` })}
          />
          <ApplicationSheet application={application}>{decide}</ApplicationSheet>
        </>
      ) : null}
    </Page>
  );
}

function Decision({ problem, typed }: { problem?: ShownProblem | undefined; typed?: TypedDecision | undefined }) {
  return (
    <Form method="post" className={styles.form} noValidate>
      <fieldset className={styles.rubric}>
        <legend>Points for the sample, 0 to {RUBRIC_MOST} each</legend>
        {RUBRIC.map(([key, label]) => (
          <TextInput
            key={key}
            id={`rubric-${key}`}
            name={key}
            label={label}
            inputMode="numeric"
            maxLength={2}
            defaultValue={typed?.rubric[key] ?? ""}
            error={fieldError(problem, key)}
          />
        ))}
        {fieldError(problem, "rubric") ? <p className="late">{fieldError(problem, "rubric")}</p> : null}
      </fieldset>
      <Textarea
        name="note"
        label="Note"
        description="The applicant will see this. Required to ask for more or decline."
        maxLength={2_000}
        autosize
        minRows={3}
        defaultValue={typed?.note ?? ""}
        error={fieldError(problem, "note")}
      />
      <ErrorNote problem={problem} />
      <div className={styles.buttons}>
        <SubmitButton name="decision" value="approved" pending="Approving">
          Approve as trial editor
        </SubmitButton>
        <SubmitButton name="decision" value="needs_info" pending="Asking" variant="default">
          Ask for more
        </SubmitButton>
        <SubmitButton name="decision" value="declined" pending="Declining" variant="default">
          Decline
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The most urgent next step for this editor. */
function Waits({ file }: { file: EditorFile }) {
  const late = file.current.filter((o) => o.late);
  const { overview } = file.kyc;
  if (late[0])
    return (
      <WaitingLine
        turn="others"
        who={file.row.displayName}
        waitsFor={
          late.length === 1 ? (
            <>
              <Link to={href("/admin/orders/:orderId", { orderId: late[0].id })}>{late[0].number}</Link> is past its
              editor’s deadline.
            </>
          ) : (
            `${late.length} orders are past their editor’s deadline.`
          )
        }
        by={late[0].dueAt}
      />
    );
  if (overview.waiting.length > 0)
    return <WaitingLine turn="others" who="A reviewer" waitsFor={overview.nextForStaff} />;
  if (overview.missing.length > 0 || overview.state === "expired")
    return <WaitingLine turn="others" who={file.row.displayName} waitsFor={overview.nextForStaff} />;
  if (file.settings.missing.length > 0)
    return (
      <WaitingLine
        turn="others"
        who={file.row.displayName}
        waitsFor={`Missing matching settings: ${file.settings.missing.join(", ")}.`}
      />
    );
  if (file.current[0])
    return (
      <WaitingLine
        turn="others"
        who={file.row.displayName}
        waitsFor={
          <>
            {file.current.length} open {file.current.length === 1 ? "order" : "orders"}.{" "}
            <Link to={href("/admin/orders/:orderId", { orderId: file.current[0].id })}>{file.current[0].number}</Link>{" "}
            is due first.
          </>
        }
        by={file.current[0].dueAt}
      />
    );
  return <WaitingLine turn="done" waitsFor="No open orders." />;
}

const INVITES: Record<string, [string, StatusTone]> = {
  sent: ["Invited", "waiting"],
  accepted: ["Accepted", "done"],
  declined: ["Declined", "stopped"],
  expired: ["Expired", "stopped"],
  lost: ["Taken by another editor", "neutral"],
  withdrawn: ["Withdrawn", "neutral"],
};
const words = (n: number): string => n.toLocaleString("en-US");
const percent = (share: number | null): string => (share === null ? "none" : `${Math.round(share * 100)}%`);

function orderColumns(past: boolean): Column<EditorOrder>[] {
  return [
    { key: "number", header: "Order", cell: (o) => <span className={`figures ${styles.nowrap}`}>{o.number}</span> },
    { key: "title", header: "Manuscript", cell: (o) => o.title },
    {
      key: "status",
      header: "Status",
      cell: (o) => (
        <StatusBadge tone={o.late && !past ? "late" : statusTone(o.status)}>{STATUS_WORDS[o.status]}</StatusBadge>
      ),
    },
    { key: "words", header: "Words", align: "end", cell: (o) => <span className="figures">{words(o.words)}</span> },
    {
      key: "due",
      header: "Editor’s due date",
      cell: (o) =>
        o.dueAt ? (
          <>
            <Instant at={o.dueAt} />
            {o.late ? <span className="late small"> late</span> : null}
          </>
        ) : (
          ""
        ),
    },
    ...(past
      ? [
          {
            key: "delivered",
            header: "Delivered",
            cell: (o: EditorOrder) => (o.deliveredAt ? <Instant at={o.deliveredAt} show="day" /> : ""),
          },
        ]
      : []),
  ];
}
const inviteColumns: Column<EditorInvite>[] = [
  { key: "number", header: "Order", cell: (i) => <span className={`figures ${styles.nowrap}`}>{i.number}</span> },
  { key: "wave", header: "Wave", cell: (i) => (i.wave === 0 ? "preferred" : i.wave) },
  {
    key: "pay",
    header: "Pay",
    align: "end",
    cell: (i) => <span className="figures">{formatMoney(i.payMinor, i.currency)}</span>,
  },
  { key: "sent", header: "Sent", cell: (i) => <Instant at={i.sentAt} /> },
  {
    key: "status",
    header: "Outcome",
    cell: (i) => (
      <StatusBadge tone={INVITES[i.status]?.[1] ?? "neutral"}>{INVITES[i.status]?.[0] ?? i.status}</StatusBadge>
    ),
  },
  { key: "answered", header: "Answered", cell: (i) => (i.respondedAt ? <Instant at={i.respondedAt} /> : "") },
];

/** An empty section on one line, because this page has many sections. */
const None = ({ title, children }: { title: string; children: string }) => (
  <p className={styles.facts}>
    <b>{title}.</b> {children}
  </p>
);

/** @param undecided the application needs a decision, so it comes first */
function File({
  file,
  application,
  undecided,
  bankHistory,
}: {
  file: EditorFile;
  application: ReactNode;
  undecided: boolean;
  bankHistory: readonly BankHistoryRow[];
}) {
  const { row, profile, settings, kyc, balances } = file;
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
              <Section title="Why they were or weren’t invited">
                <Judgements judgements={file.judgements} />
              </Section>
            ) : null}
            <Section title="Quality reviews">
              <DataTable
                caption="Quality reviews"
                rows={file.reviews}
                rowKey={(r) => `${r.orderId}${r.at}`}
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
                empty={<None title="No reviews yet">QA reviews each editor’s first ten orders.</None>}
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
                    Earnings are paid in the first payout run after three days as available.
                  </None>
                }
              />
            </Section>
            {undecided ? null : application}
          </div>
        }
        side={
          <>
            <Sheet title="Profile">
              <KeyValue
                items={[
                  { label: "Headline", value: profile.headline },
                  { label: "Degree", value: profile.degree },
                  { label: "About", value: profile.bio },
                  { label: "Email", value: row.email },
                  { label: "Time zone", value: profile.timeZone.replaceAll("_", " ") },
                  { label: "Editor since", value: <Instant at={row.since} show="day" /> },
                  profile.approvedAt
                    ? { label: "Identity approved", value: <Instant at={profile.approvedAt} show="day" /> }
                    : null,
                  profile.agreementSignedAt
                    ? { label: "Agreement signed", value: <Instant at={profile.agreementSignedAt} show="day" /> }
                    : null,
                  profile.confidentialitySignedAt
                    ? {
                        label: "Confidentiality signed",
                        value: <Instant at={profile.confidentialitySignedAt} show="day" />,
                      }
                    : null,
                  profile.doctorateVerifiedAt
                    ? { label: "Doctorate verified", value: <Instant at={profile.doctorateVerifiedAt} show="day" /> }
                    : null,
                ]}
              />
            </Sheet>
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
            <Sheet title="Earnings">
              {balances.length === 0 ? (
                <p className="soft">No earnings yet.</p>
              ) : (
                balances.map((b) => (
                  <KeyValue
                    key={b.currency}
                    items={[
                      { label: "Pending", value: formatMoney(b.pendingMinor, b.currency) },
                      { label: "Available", value: formatMoney(b.availableMinor, b.currency) },
                      { label: "In payout", value: formatMoney(b.inPayoutMinor, b.currency) },
                      { label: "Paid", value: formatMoney(b.paidMinor, b.currency) },
                    ]}
                  />
                ))
              )}
            </Sheet>
            <Sheet title="Bank details">
              <BankHistory rows={bankHistory} />
            </Sheet>
            <div id="kyc">
              <Sheet title="KYC" aside={<Link to={`/admin/kyc-review?person=${row.uid}`}>Review documents</Link>}>
                <p className={styles.facts}>{kyc.overview.nextForStaff}</p>
                <KycLines lines={kyc.overview.lines} />
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
