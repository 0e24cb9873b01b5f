import { useEffect, useRef, useState } from "react";
import { call } from "#app/platform/browser/call.ts";
import { useSite } from "#app/platform/browser/session.ts";
import type { CouponOffer } from "#app/features/pricing/rules/coupon.ts";
import type { Capacity } from "#app/features/pricing/rules/offer.ts";
import type { OrderChoices } from "../rules/choices.ts";
import type { QuoteAnswer } from "../server/order-calls.ts";

const WAIT_MS = 350;

/** Runs `ask` a moment after `key` has changed from what the page came with, and forgets answers that a later question overtook. */
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
      // Left as it was where nobody answers: the server works it all out again before anything is charged.
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
 * What only the server can say while somebody chooses: which words editors have free, and what a code is worth. The page's own answer
 * stands until a choice that bears on it changes.
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
