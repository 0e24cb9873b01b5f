import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { retryRefund } from "#app/features/payments/server/refunds/retry-refund.ts";
import { ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { PAYMENT_LIST, REFUND_LIST } from "#app/features/backoffice/rules/lists/payment-list.ts";
import { listPayments, listRefunds, openPayment } from "#app/features/backoffice/server/money/list-payments.ts";
import styles from "#app/features/backoffice/ui/finance.module.css";
import type { Route } from "./+types/admin-payments";
import { Opened } from "./admin-payments/opened-payment.tsx";
import { Payments } from "./admin-payments/payments-table.tsx";
import { Refunds } from "./admin-payments/refunds-table.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Payments");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const opened = await openPayment(actor, search.get("payment"));
  if (search.get("list") === "refunds")
    return {
      list: "refunds" as const,
      opened,
      payments: null,
      refunds: await listRefunds(actor, readListQuery(search, REFUND_LIST)),
    };
  return {
    list: "payments" as const,
    opened,
    payments: await listPayments(actor, readListQuery(search, PAYMENT_LIST)),
    refunds: null,
  };
});

/** Retries a failed refund. */
export const action = pageAction<Route.ActionArgs>({
  only: intent({ command: retryRefund, input: ({ text }) => ({ refundId: text("refundId") }) }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** All payment attempts and refunds. A selected one shows its ledger entries and card provider events. */
export default function AdminPayments({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => /^(payment|refund|order\.paid|order\.refunded)/.test(event.kind));
  const answer = useLastAnswer(actionData);
  const { list, opened, payments, refunds } = loaderData;
  return (
    <Page width="full">
      <PageTitle title="Payments" />
      <PageTabs
        label="Payments and refunds"
        shown={list}
        tabs={[
          { key: "payments", label: "Payments", to: "/admin/payments" },
          { key: "refunds", label: "Refunds", to: "/admin/payments?list=refunds" },
        ]}
      />
      {answer?.error ? (
        <div className={styles.gap}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      {opened ? <Opened opened={opened} /> : null}
      {payments ? <Payments found={payments} /> : null}
      {refunds ? <Refunds found={refunds} /> : null}
    </Page>
  );
}
