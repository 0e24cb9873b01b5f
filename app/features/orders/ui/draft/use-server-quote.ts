import { useState } from "react";
import { call } from "#app/platform/browser/core/call.ts";
import { useSite } from "#app/platform/browser/core/session.ts";
import type { CouponOffer } from "#app/features/pricing/rules/coupon.ts";
import { type Capacity, capacityFromJson } from "#app/features/pricing/rules/offer.ts";
import type { OrderChoices } from "../../rules/draft/choices.ts";
import { useAsked } from "./use-asked.ts";
import type { NoEditorOnPage } from "../../server/waiting-list/find-no-editor.ts";
import type { QuoteAnswer } from "../../server/views/order-calls.ts";

/** The choices that decide which editors are available. */
const fieldOf = ({ subfield, variant }: OrderChoices): string => JSON.stringify([subfield ?? null, variant ?? null]);
const fieldOfKey = (key: string): string => JSON.stringify((JSON.parse(key) as unknown[]).slice(1, 3));

export type ServerQuote = {
  capacity: Capacity | null;
  coupon: CouponOffer | null;
  noEditor: NoEditorOnPage | null;
  checkingCode: boolean;
  /** The answer shown is for another field or another variant of English. */
  checking: boolean;
};

/**
 * What only the server knows while the client chooses: editors' free capacity and a code's discount. The page's own
 * answer is used until a choice that affects it changes, or a date it offered turned out to be gone.
 * @param gone the response that reported a lost date
 */
export function useServerQuote(
  orderId: string,
  choices: OrderChoices,
  page: {
    capacity: Capacity | null;
    coupon: CouponOffer | null;
    noEditor: NoEditorOnPage | null;
    draft: { choices: OrderChoices } | null;
  },
  gone?: object,
): ServerQuote {
  const [told, setTold] = useState(gone);
  const [round, setRound] = useState(0);
  if (gone !== told) {
    setTold(gone);
    if (gone) setRound(round + 1);
  }
  const { integrity } = useSite();
  const { subfield, variant, excluded, referencesChecked, couponCode } = choices;
  const quoted = useAsked(
    JSON.stringify([orderId, subfield ?? null, variant ?? null, excluded ?? [], referencesChecked ?? false, round]),
    async () => {
      const patch = {
        subfield: subfield ?? null,
        variant: variant ?? null,
        excluded: excluded ?? null,
        referencesChecked: referencesChecked ?? null,
      };
      const answer = await call<QuoteAnswer>("quote", { orderId, patch }, integrity);
      return { ...answer, capacity: answer.capacity && capacityFromJson(answer.capacity) };
    },
  );
  const code = useAsked(JSON.stringify([orderId, couponCode ?? ""]), async () =>
    couponCode
      ? { offer: await call<CouponOffer>("checkCoupon", { orderId, code: couponCode }, integrity) }
      : { offer: null },
  );
  const field = fieldOf(choices);
  const pageFits = fieldOf(page.draft?.choices ?? {}) === field;
  const last = quoted.last && fieldOfKey(quoted.last.key) === field ? quoted.last.answer : null;
  const known = quoted.answer ?? (pageFits ? null : last);
  const noEditor = known ? known.noEditor : page.noEditor;
  return {
    capacity: known ? known.capacity : page.capacity,
    // Joining and leaving the list reloads the page's own answer.
    noEditor:
      noEditor && pageFits && page.noEditor ? { ...noEditor, waitingEmail: page.noEditor.waitingEmail } : noEditor,
    checking: !known && !pageFits,
    coupon: code.answer ? code.answer.offer : page.coupon,
    checkingCode: code.asking,
  };
}
