import { useEffect, useRef, useState } from "react";
import { call } from "#app/platform/browser/core/call.ts";
import { useSite } from "#app/platform/browser/core/session.ts";
import type { CouponOffer } from "#app/features/pricing/rules/coupon.ts";
import type { Capacity } from "#app/features/pricing/rules/offer.ts";
import type { OrderChoices } from "../rules/choices.ts";
import type { QuoteAnswer } from "../server/views/order-calls.ts";

const WAIT_MS = 350;

/** Runs `ask` a moment after `key` changes from its initial value, and drops answers to outdated requests. */
function useAsked<T>(key: string, ask: () => Promise<T>): { answer: T | null; asking: boolean } {
  const [known, setKnown] = useState<{ key: string; answer: T } | null>(null);
  const [first] = useState(key);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (key === first) return undefined;
    let over = false;
    const timer = setTimeout(() => {
      // On failure nothing changes: the server prices the order again before anything is charged.
      latest.current().then(
        (answer) => {
          if (!over) setKnown({ key, answer });
        },
        () => {},
      );
    }, WAIT_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key, first]);
  const current = known?.key === key ? known.answer : null;
  return { answer: current, asking: key !== first && current === null };
}

/**
 * What only the server knows while the client chooses: editors' free capacity and a code's discount. The page's own answer
 * is used until a choice that affects it changes.
 */
export function useServerQuote(
  orderId: string,
  choices: OrderChoices,
  page: { capacity: Capacity | null; coupon: CouponOffer | null },
): { capacity: Capacity | null; coupon: CouponOffer | null; checkingCode: boolean } {
  const { integrity } = useSite();
  const { subfield, variant, excluded, referencesChecked, couponCode } = choices;
  const quoted = useAsked(
    JSON.stringify([orderId, subfield ?? null, variant ?? null, excluded ?? [], referencesChecked ?? false]),
    () =>
      call<QuoteAnswer>(
        "quote",
        {
          orderId,
          patch: {
            subfield: subfield ?? null,
            variant: variant ?? null,
            excluded: excluded ?? null,
            referencesChecked: referencesChecked ?? null,
          },
        },
        integrity,
      ),
  );
  const code = useAsked(JSON.stringify([orderId, couponCode ?? ""]), async () =>
    couponCode
      ? { offer: await call<CouponOffer>("checkCoupon", { orderId, code: couponCode }, integrity) }
      : { offer: null },
  );
  return {
    capacity: quoted.answer?.capacity ?? page.capacity,
    coupon: code.answer ? code.answer.offer : page.coupon,
    checkingCode: code.asking,
  };
}
