import { Link, href, redirectDocument, useLocation } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { findClientFile } from "#app/features/backoffice/server/people/find-client-file.ts";
import styles from "#app/features/backoffice/ui/people.module.css";
import { NewestPastOrders } from "#app/features/orders/ui/newest-past-orders.tsx";
import { readDiscountForm } from "#app/features/pricing/rules/discount-form.ts";
import { giveCredit } from "#app/features/payments/server/courtesy/give-credit.ts";
import { CourtesyCredit } from "#app/features/payments/ui/courtesy-credit.tsx";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";
import { endDiscount } from "#app/features/pricing/server/end-discount.ts";
import { giveDiscount } from "#app/features/pricing/server/give-discount.ts";
import { AccountDiscount } from "#app/features/pricing/ui/account-discount.tsx";
import { removeSuppression } from "#app/features/emails/server/remove-suppression.ts";
import { PersonEmails } from "#app/features/emails/ui/person-emails.tsx";
import { writeToPerson } from "#app/features/support/server/tickets/write-to-person.ts";
import { PersonTickets } from "#app/features/support/ui/tickets/person-tickets.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { ImpersonationCategory } from "../rules/impersonation.ts";
import { currentSession } from "../server/sign-in/recent-sign-in.ts";
import { startImpersonation } from "../server/impersonation/start-impersonation.ts";
import { ImpersonateSheet } from "../ui/impersonate-sheet.tsx";
import { disableAccount, enableAccount } from "../server/people/disable-account.ts";
import { removePersonNote, writePersonNote } from "../server/people/write-person-note.ts";
import { AcceptedDocuments } from "../ui/accepted-documents.tsx";
import { AccountSheet } from "../ui/account-sheet.tsx";
import { PersonNotes } from "../ui/person-notes.tsx";
import type { Route } from "./+types/admin-client";
import { Edited, Orders } from "./admin-client/orders.tsx";
import { Money, Sums } from "./admin-client/sums.tsx";
import { PersonSheet } from "./admin-client/person-sheet.tsx";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, loaderData?.person.displayName ?? "Client");

export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) =>
  findClientFile(actor, params.uid, now()),
);

export const action = pageAction<Route.ActionArgs>({
  intents: {
    impersonate: async ({ actor, params, request, text }) => {
      const { id: sessionId } = await currentSession(request);
      const { isEditor } = await startImpersonation(actor, {
        uid: params.uid,
        sessionId,
        category: text("category") as ImpersonationCategory,
        reason: text("reason"),
      });
      // Load a new document, so that nothing read as staff stays in the page.
      return redirectDocument(isEditor ? "/editor" : "/dashboard");
    },
    block: intent({
      command: disableAccount,
      input: ({ params, text }) => ({ uid: params.uid, reason: text("reason") }),
      done: "Account blocked. They're signed out, and we've emailed them the reason.",
    }),
    unblock: intent({
      command: enableAccount,
      input: ({ params, text }) => ({ uid: params.uid, reason: text("reason") }),
      done: "Account unblocked. We've told them.",
    }),
    "give-discount": intent({
      command: giveDiscount,
      input: ({ params, form, text }) => {
        const { percent, startsAt, endsAt } = readDiscountForm(form);
        return { uid: params.uid, percent, startsAt, endsAt, reason: text("reason") };
      },
      done: "Discount given.",
    }),
    "give-credit": intent({
      command: giveCredit,
      input: ({ params, text }) => ({
        uid: params.uid,
        amountMinor: moneyTyped(text("creditAmount"), text("currency")),
        currency: text("currency"),
        reason: text("creditReason"),
        clientKey: text("clientKey"),
      }),
      done: ({ amountMinor, currency }) => `${formatMoney(amountMinor, currency)} of credit given. We've told them.`,
    }),
    "end-discount": intent({
      command: endDiscount,
      input: ({ text }) => ({ discountId: text("discountId") }),
      done: "Discount ended.",
    }),
    note: intent({
      command: writePersonNote,
      input: ({ params, text }) => ({ uid: params.uid, body: text("body"), clientKey: text("clientKey") }),
      done: "Note added.",
    }),
    "remove-note": intent({
      command: removePersonNote,
      input: ({ text }) => ({ noteId: text("noteId") }),
      done: "Note removed.",
    }),
    unsuppress: intent({
      command: removeSuppression,
      input: ({ text }) => ({ id: text("id"), reason: text("reason") }),
      done: ({ address }) => `Emails to ${address} are sent again.`,
    }),
    message: intent({
      command: writeToPerson,
      input: ({ params, text }) => ({
        uid: params.uid,
        subject: text("subject"),
        category: text("category"),
        body: text("body"),
        clientKey: text("clientKey"),
      }),
      done: ({ number }) => `Message sent as ${number}. We've told them.`,
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Forms that show their own refusal. */
const OWN_FORM = ["impersonate", "block", "unblock", "note", "message", "give-discount", "give-credit"];

/** A person's orders, money, tickets, notes, and account. Under /admin, and in support's area with less. */
export default function AdminClient({ loaderData, actionData }: Route.ComponentProps) {
  useLive(
    (event) =>
      event.orderId !== null ||
      /^(?:account|discount|courtesy|ticket|refund|payment|editor|kyc)\./.test(event.kind) ||
      event.kind === "mail",
  );
  const answer = useLastAnswer(actionData);
  const { person, account, edited, sums, own, admin, editor } = loaderData;
  // In support's area, links stay in that area.
  const atDesk = useLocation().pathname.startsWith("/support-desk");
  const orderTo = (orderId: string) =>
    atDesk ? href("/support-desk/orders/:orderId", { orderId }) : href("/admin/orders/:orderId", { orderId });
  const forms = { name: person.displayName, own, answer };
  return (
    <Page width="full">
      <PageTitle
        title={person.displayName}
        {...(atDesk
          ? { back: { label: "Support desk", to: "/support-desk" } }
          : { crumbs: [{ label: "Clients", to: "/admin/clients" }, { label: person.displayName }] })}
        lede={person.email}
        status={
          account.blocked ? (
            <StatusBadge tone="stopped">Blocked</StatusBadge>
          ) : person.emailVerified ? null : (
            <StatusBadge tone="waiting">Not verified</StatusBadge>
          )
        }
        actions={editor && admin ? <Link to={href("/admin/editors/:id", { id: person.uid })}>Editor page</Link> : null}
      />
      {answer?.error && !OWN_FORM.includes(answer.form) ? <ErrorNote problem={answer.error} /> : null}
      {answer?.done && !answer.error ? (
        <div className={styles.notice} aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      <Sums sums={sums} />
      <Columns
        main={
          <div className={styles.stack}>
            <Orders orders={loaderData.orders} sums={sums} orderTo={orderTo} />
            <NewestPastOrders
              past={loaderData.past}
              title="Orders from the former system"
              all={(words) =>
                admin ? (
                  <Link to={`/admin/clients/past-orders?q=${encodeURIComponent(person.email)}`}>{words}</Link>
                ) : (
                  words
                )
              }
            >
              Imported as they were. They&apos;re never in the books, statistics, limits, or matching.
            </NewestPastOrders>
            {edited.length > 0 ? <Edited edited={edited} orderTo={orderTo} /> : null}
            <Money file={loaderData} orderTo={orderTo} />
          </div>
        }
        side={
          <>
            <PersonSheet person={person} editor={editor} atDesk={atDesk} />
            <PersonTickets
              tickets={loaderData.tickets}
              email={person.email}
              formKey={loaderData.formKey}
              categories={[
                "order",
                "refunds",
                "payment",
                "account",
                ...(editor ? ["kyc" as const] : []),
                "technical",
                "other",
              ]}
              {...forms}
            />
            {admin ? (
              <AccountDiscount
                name={person.displayName}
                discounts={loaderData.discounts}
                limits={loaderData.limits}
                answer={answer}
              />
            ) : null}
            {loaderData.balances.length > 0 ? (
              <Sheet title="Balance">
                {loaderData.balances.map((one) => (
                  <p key={one.currency}>
                    <strong>{formatMoney(one.balanceMinor, one.currency)}</strong> prepaid
                  </p>
                ))}
              </Sheet>
            ) : null}
            <CourtesyCredit
              name={person.displayName}
              own={own}
              credit={loaderData.credit}
              currency={loaderData.creditCurrency}
              formKey={loaderData.formKey}
              answer={answer}
            />
            <Sheet title="Accepted documents">
              <AcceptedDocuments accepted={loaderData.accepted} empty="None." />
            </Sheet>
            <PersonEmails emails={loaderData.emails} email={person.email} />
            <PersonNotes notes={loaderData.notes} formKey={loaderData.formKey} answer={answer} />
            {loaderData.impersonable ? (
              <ImpersonateSheet name={person.displayName} readOnly={!admin} answer={answer} />
            ) : null}
            {admin ? (
              <AccountSheet account={account} {...forms}>
                Open orders continue.
              </AccountSheet>
            ) : account.blocked ? (
              <Sheet title="Account">
                <Notice tone="late" title="Blocked">
                  Since <Instant at={account.blocked.at} />. Ask an admin for the reason.
                </Notice>
              </Sheet>
            ) : null}
          </>
        }
      />
    </Page>
  );
}
