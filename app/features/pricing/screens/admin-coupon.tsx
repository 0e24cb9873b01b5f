import { count } from "#app/platform/rules/core/count.ts";
import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { discountLimits } from "#app/features/pricing/rules/discount-limits.ts";
import { Button } from "@mantine/core";
import { useRef } from "react";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listPage } from "#app/platform/server/lists/list.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { readCouponForm } from "#app/features/backoffice/rules/coupon-form.ts";
import {
  COUPON_USE_LIST,
  COUPON_USE_WORDS,
  COUPON_WORDS,
  type CouponUseState,
} from "#app/features/backoffice/rules/lists/coupon-list.ts";
import { couponUseList, getCoupon } from "#app/features/backoffice/server/money/list-coupons.ts";
import { COUPON_TONES } from "#app/features/backoffice/ui/coupon-badges.ts";
import { CouponFields, couponValues } from "#app/features/backoffice/ui/coupon-fields.tsx";
import styles from "#app/features/backoffice/ui/finance.module.css";
import { archiveCoupon } from "#app/features/pricing/server/archive-coupon.ts";
import { editCoupon } from "#app/features/pricing/server/edit-coupon.ts";
import { switchCoupon } from "#app/features/pricing/server/switch-coupon.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { DoneNote, ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Route } from "./+types/admin-coupon";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, loaderData ? `Coupon ${loaderData.coupon.code}` : "Coupon");

export const loader = pageLoader(async ({ actor, params, search }: PageRequest<Route.LoaderArgs>) => {
  const coupon = await getCoupon(actor, params.couponId, now());
  const query = readListQuery(search, COUPON_USE_LIST);
  const limits = discountLimits(await pricingAt(now()));
  return { limits, coupon, uses: await listPage(couponUseList(actor, coupon.id, query), query) };
});

const turn = (active: boolean) =>
  intent({
    command: switchCoupon,
    input: ({ params }: FormRequest<Route.ActionArgs>) => ({ couponId: params.couponId, active }),
    done: active ? "Coupon turned on." : "Coupon turned off.",
  });
const archive = (archived: boolean) =>
  intent({
    command: archiveCoupon,
    input: ({ params }: FormRequest<Route.ActionArgs>) => ({ couponId: params.couponId, archived }),
    done: archived ? "Coupon archived." : "Coupon restored. Turn it on when it should work again.",
  });

/** Changes the coupon, turns it on or off, archives or restores it. */
export const action = pageAction<Route.ActionArgs, object, Record<string, string[]>>({
  intents: {
    on: turn(true),
    off: turn(false),
    archive: archive(true),
    restore: archive(false),
    edit: intent({
      command: editCoupon,
      input: ({ params, form, text }) => ({
        ...readCouponForm(form),
        couponId: params.couponId,
        version: text("version"),
      }),
      done: ({ changed }) => (changed ? "Coupon saved." : "Nothing changed."),
    }),
  },
  typed: ({ form, intent: name, texts }) =>
    name === "edit" ? Object.fromEntries([...form.keys()].map((key) => [key, texts(key)])) : undefined,
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const USE_TONES: Record<CouponUseState, StatusTone> = { redeemed: "done", reserved: "waiting", released: "stopped" };

/** A coupon: its figures, the orders that used it, and its terms. */
export default function AdminCoupon({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("coupon.") || event.kind === "order.paid");
  const answer = useLastAnswer(actionData);
  const { coupon, uses, limits } = loaderData;
  const share = coupon.uses > 0 ? `${Math.round((coupon.firstOrders * 100) / coupon.uses)}%` : "0%";
  const archived = coupon.state === "archived";
  const saved = couponValues(coupon);
  const values = answer?.typed ?? saved;
  const terms = useRef<HTMLFormElement>(null);
  const version = useSavedFields(terms, saved, answer, String(coupon.version));
  return (
    <Page width="full">
      <PageTitle
        title={coupon.code}
        crumbs={[{ label: "Coupons", to: "/admin/coupons" }, { label: coupon.code }]}
        status={<StatusBadge tone={COUPON_TONES[coupon.state]}>{COUPON_WORDS[coupon.state]}</StatusBadge>}
        lede={coupon.label}
        actions={
          <div className={styles.actions}>
            <Button component={Link} to={`/admin/coupons?copy=${coupon.id}`} variant="default">
              Duplicate
            </Button>
            {archived ? (
              <Form method="post">
                <SubmitButton name="intent" value="restore" variant="default" pending="Restoring">
                  Restore
                </SubmitButton>
              </Form>
            ) : (
              <>
                <Form method="post">
                  <SubmitButton
                    name="intent"
                    value={coupon.active ? "off" : "on"}
                    variant="default"
                    pending={coupon.active ? "Turning off" : "Turning on"}
                  >
                    {coupon.active ? "Turn off" : "Turn on"}
                  </SubmitButton>
                </Form>
                <ConfirmButton
                  variant="default"
                  title={`Archive ${coupon.code}?`}
                  confirm="Archive coupon"
                  fields={{ intent: "archive" }}
                  body={
                    <p>
                      Nobody can use the code anymore, and it's no longer listed. Orders that are already priced with it
                      keep their price. Its figures stay, and you can restore it.
                    </p>
                  }
                >
                  Archive
                </ConfirmButton>
              </>
            )}
          </div>
        }
      />
      {answer?.error && answer.form !== "edit" ? <ErrorNote problem={answer.error} /> : null}
      {answer ? <DoneNote answer={answer} /> : null}
      <Stats>
        <Stat label="Uses" value={coupon.uses} detail={coupon.totalLimit ? `of ${coupon.totalLimit}` : "Paid orders"} />
        <Stat label="Discount given" value={formatMoney(coupon.costMinor, CURRENCY)} detail="In total" />
        <Stat
          label="Gross sales"
          value={formatMoney(coupon.grossMinor, CURRENCY)}
          detail="List prices of these orders"
        />
        <Stat label="First orders" value={share} detail={`${coupon.firstOrders} of ${count(coupon.uses, "use")}`} />
      </Stats>
      <Section title="Orders">
        <ListTable
          list={COUPON_USE_LIST}
          page={uses}
          cells={{
            order: (r) => (
              <Link className="figures" to={href("/admin/orders/:orderId", { orderId: r.orderId })}>
                {r.number}
              </Link>
            ),
            client: (r) => (
              <>
                <Link to={href("/admin/clients/:uid", { uid: r.clientId })}>{r.client ?? r.clientId}</Link>
                {r.firstOrder ? <span className={styles.under}>first order</span> : null}
              </>
            ),
            at: (r) => <Instant at={r.at} />,
            state: (r) => <StatusBadge tone={USE_TONES[r.state]}>{COUPON_USE_WORDS[r.state]}</StatusBadge>,
            discount: (r) => formatMoney(r.discountMinor, r.currency),
            total: (r) => formatMoney(r.totalMinor, r.currency),
          }}
          rowKey={(r) => r.orderId}
          caption={`Orders with ${coupon.code}`}
          home={href("/admin/coupons/:couponId", { couponId: coupon.id })}
          file={{ coupon: coupon.id }}
          empty={
            <EmptyState title="No orders yet" mark="caret">
              Orders appear here as soon as somebody opens a checkout with this code.
            </EmptyState>
          }
        />
      </Section>
      <Section title="Terms">
        <Sheet>
          {coupon.everUsed ? (
            <p className={styles.note}>
              This coupon has been used, so its code, discount, and start date can't change. Duplicate it for other
              terms.
            </p>
          ) : null}
          {answer?.form === "edit" ? <ErrorNote problem={answer.error} /> : null}
          <Form method="post" className={styles.form} ref={terms}>
            <input type="hidden" name="intent" value="edit" />
            <input type="hidden" name="version" value={version} />
            <CouponFields values={values} limits={limits} error={answer?.error} fixed={coupon.everUsed} />
            <div className={styles.wide}>
              <SubmitButton pending="Saving">Save coupon</SubmitButton>
            </div>
          </Form>
        </Sheet>
      </Section>
    </Page>
  );
}
