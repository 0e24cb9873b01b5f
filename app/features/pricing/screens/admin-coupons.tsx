import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { type DiscountLimits, discountLimits } from "#app/features/pricing/rules/discount-limits.ts";
import { Form, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { after, formatDay } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import type { BulkReply } from "#app/platform/server/core/on-each.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { TURNAROUND_LABELS, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import { servicesOf } from "#app/features/pricing/rules/discount-list.ts";
import { createCoupon } from "#app/features/pricing/server/create-coupon.ts";
import { switchCoupon } from "#app/features/pricing/server/switch-coupon.ts";
import { switchCoupons, undoSwitch } from "#app/features/pricing/server/switch-coupons.ts";
import { BulkForm, BulkResult } from "#app/ui/lists/bulk.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import type { fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { readCouponForm } from "#app/features/backoffice/rules/coupon-form.ts";
import { COUPON_LIST, COUPON_WORDS, type CouponRow } from "#app/features/backoffice/rules/lists/coupon-list.ts";
import { getCoupon, listCoupons } from "#app/features/backoffice/server/money/list-coupons.ts";
import { CouponFields, type CouponValues, couponValues } from "#app/features/backoffice/ui/coupon-fields.tsx";
import { COUPON_TONES } from "#app/features/backoffice/ui/coupon-badges.ts";
import styles from "#app/features/backoffice/ui/finance.module.css";
import type { Route } from "./+types/admin-coupons";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Coupons");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const copy = search.get("copy");
  return {
    ...(await listCoupons(actor, readListQuery(search, COUPON_LIST), now())),
    limits: discountLimits(await pricingAt(now())),
    copied: copy ? await getCoupon(actor, copy, now()) : null,
  };
});

const turn = (active: boolean) =>
  intent({ command: switchCoupon, input: ({ text }) => ({ couponId: text("couponId"), active }) });

type Typed = Record<string, string[]>;

/** Creates a coupon, or turns one on or off. */
export const action = pageAction<Route.ActionArgs, BulkReply, Typed>({
  intents: {
    on: turn(true),
    off: turn(false),
    "all-on": ({ actor, form }) => switchCoupons(actor, form, true),
    "all-off": ({ actor, form }) => switchCoupons(actor, form, false),
    "undo-switch": ({ actor, text }) => undoSwitch(actor, text("items")),
    create: intent({
      command: createCoupon,
      input: ({ form }) => readCouponForm(form),
      goTo: ({ couponId }) => href("/admin/coupons/:couponId", { couponId }),
    }),
  },
  typed: ({ form, intent: name, texts }) =>
    name === "create" ? Object.fromEntries([...form.keys()].map((key) => [key, texts(key)])) : undefined,
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const FORM = "selected";

/** Every coupon with its cost. Admins create coupons and turn them on or off here. Each has its own page. */
export default function AdminCoupons({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("coupon.") || event.kind === "order.paid");
  const answer = useLastAnswer(actionData);
  return (
    <Page width="full">
      <PageTitle title="Coupons" />
      <BulkResult
        answer={answer}
        form={FORM}
        noun="coupon"
        nameOf={(id) => loaderData.rows.find((r) => r.id === id)?.code}
      />
      <NewCoupon answer={answer} copied={loaderData.copied} limits={loaderData.limits} />
      <ListTable
        list={COUPON_LIST}
        page={loaderData}
        rowKey={(r) => r.id}
        rowTo={(r) => href("/admin/coupons/:couponId", { couponId: r.id })}
        cells={{
          code: (r) => <b className="figures">{r.code}</b>,
          label: true,
          state: (r) => <StatusBadge tone={COUPON_TONES[r.state]}>{COUPON_WORDS[r.state]}</StatusBadge>,
          off: (r) => (
            <>
              {r.percent === null ? formatMoney(r.fixedMinor ?? 0, CURRENCY) : `${r.percent}%`}
              {r.capMinor ? <span className={styles.under}>up to {formatMoney(r.capMinor, CURRENCY)}</span> : null}
              {r.minimumMinor ? (
                <span className={styles.under}>orders over {formatMoney(r.minimumMinor, CURRENCY)}</span>
              ) : null}
            </>
          ),
          where: (r) => (
            <>
              {servicesOf(r.services)}
              <span className={styles.under}>
                {r.turnarounds
                  ? r.turnarounds.map((t) => (isTurnaround(t) ? TURNAROUND_LABELS[t] : t)).join(", ")
                  : "all turnarounds"}
              </span>
            </>
          ),
          ends: (r) => (
            <span className={styles.nowrap}>
              {r.startsAt ? `from ${formatDay(r.startsAt, "UTC")}` : "from creation"}
              <span className={styles.under}>
                {r.endsAt ? `until ${formatDay(after(r.endsAt, -1), "UTC")}` : "no end date"}
              </span>
            </span>
          ),
          uses: (r) => (
            <>
              {r.uses}
              {r.totalLimit ? ` of ${r.totalLimit}` : ""}
              {r.firstOrderOnly ? <span className={styles.under}>first orders only</span> : null}
              {r.personLimit ? (
                <span className={styles.under}>
                  {r.personLimit === 1 ? "once" : `${r.personLimit} times`} per person
                </span>
              ) : null}
            </>
          ),
          cost: (r) => (
            <>
              {formatMoney(r.costMinor, CURRENCY)}
              {r.salesMinor > 0 ? (
                <span className={styles.under}>in orders {formatMoney(r.salesMinor, CURRENCY)}</span>
              ) : null}
            </>
          ),
          switch: (r) =>
            r.state === "archived" ? null : (
              <Form method="post">
                <input type="hidden" name="couponId" value={r.id} />
                <SubmitButton
                  size="compact-sm"
                  variant="default"
                  name="intent"
                  value={r.active ? "off" : "on"}
                  pending={r.active ? "Turning off" : "Turning on"}
                >
                  {r.active ? "Turn off" : "Turn on"}
                </SubmitButton>
              </Form>
            ),
        }}
        empty={
          <EmptyState title="No coupons yet" mark="caret">
            Select “New coupon” to create the first one.
          </EmptyState>
        }
        select={{
          form: FORM,
          label: (r) => r.code,
          bar: (
            <BulkForm id={FORM} label="Selected coupons">
              <SubmitButton name="intent" value="all-off" size="compact-sm" variant="default" pending="Turning off">
                Turn off selected
              </SubmitButton>
              <SubmitButton name="intent" value="all-on" size="compact-sm" variant="default" pending="Turning on">
                Turn on selected
              </SubmitButton>
            </BulkForm>
          ),
        }}
        keys
      />
    </Page>
  );
}

type Answer = { error?: Parameters<typeof fieldError>[0]; typed?: CouponValues | undefined } | undefined;

/** @param copied a coupon whose terms the form begins with */
function NewCoupon({ answer, copied, limits }: { answer: Answer; copied: CouponRow | null; limits: DiscountLimits }) {
  const typed = answer?.typed;
  // A copy needs its own code.
  const begun: CouponValues = copied ? { ...couponValues(copied), code: [], startsOn: [], endsOn: [] } : {};
  const values = typed ?? begun;
  return (
    <details className={styles.maker} open={typed !== undefined || copied !== null || undefined}>
      <summary>{copied ? `New coupon, with the terms of ${copied.code}` : "New coupon"}</summary>
      <Sheet>
        <Form method="post" className={styles.form} key={copied?.id}>
          <input type="hidden" name="intent" value="create" />
          <CouponFields values={values} limits={limits} error={answer?.error} />
          <div className={styles.wide}>
            <SubmitButton pending="Creating">Create coupon</SubmitButton>
          </div>
        </Form>
      </Sheet>
    </details>
  );
}
