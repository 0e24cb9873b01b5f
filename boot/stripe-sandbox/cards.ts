/** Stripe's well-known test cards, and the usual validation of a card form. */
/** What happens after a successful payment. */
export type LaterEvent = "fraud dispute" | "not received dispute" | "inquiry" | "fraud warning";

export type CardOutcome =
  | { kind: "success"; laterEvent?: LaterEvent }
  | { kind: "authenticate" }
  | { kind: "decline"; code: string; declineCode: string | null; message: string };

export type TestCard = { number: string; brand: string; label: string; outcome: CardOutcome };

const decline = (code: string, declineCode: string | null, message: string): CardOutcome => ({
  kind: "decline",
  code,
  declineCode,
  message,
});

export const TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", brand: "visa", label: "Payment succeeds", outcome: { kind: "success" } },
  {
    number: "5555555555554444",
    brand: "mastercard",
    label: "Payment succeeds (Mastercard)",
    outcome: { kind: "success" },
  },
  { number: "4000002500003155", brand: "visa", label: "Needs authentication", outcome: { kind: "authenticate" } },
  {
    number: "4000002760003184",
    brand: "visa",
    label: "Needs authentication every time",
    outcome: { kind: "authenticate" },
  },
  {
    number: "4000000000000259",
    brand: "visa",
    label: "Disputed as fraud",
    outcome: { kind: "success", laterEvent: "fraud dispute" },
  },
  {
    number: "4000000000002685",
    brand: "visa",
    label: "Disputed as not received",
    outcome: { kind: "success", laterEvent: "not received dispute" },
  },
  {
    number: "4000000000001976",
    brand: "visa",
    label: "The bank asks about it",
    outcome: { kind: "success", laterEvent: "inquiry" },
  },
  {
    number: "4000000000005423",
    brand: "visa",
    label: "Early fraud warning",
    outcome: { kind: "success", laterEvent: "fraud warning" },
  },
  {
    number: "4000000000000002",
    brand: "visa",
    label: "Declined",
    outcome: decline("card_declined", "generic_decline", "Your card was declined."),
  },
  {
    number: "4000000000009995",
    brand: "visa",
    label: "Insufficient funds",
    outcome: decline("card_declined", "insufficient_funds", "Your card has insufficient funds."),
  },
  {
    number: "4000000000000069",
    brand: "visa",
    label: "Expired card",
    outcome: decline("expired_card", null, "Your card has expired."),
  },
  {
    number: "4000000000000127",
    brand: "visa",
    label: "Incorrect CVC",
    outcome: decline("incorrect_cvc", null, "Your card's security code is incorrect."),
  },
];

export type CardInput = { number: string; expiry: string; cvc: string };
export type CheckedCard = {
  number: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  outcome: CardOutcome;
};

/** Validation errors of the card's fields, or the card. `now` decides what has expired. */
export function checkCard(
  input: CardInput,
  now: Date,
): { card: CheckedCard } | { wrong: Partial<Record<keyof CardInput, string>> } {
  const wrong: Partial<Record<keyof CardInput, string>> = {};
  const number = input.number.replace(/[\s-]/g, "");
  if (number === "") wrong.number = "Enter a card number.";
  else if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) wrong.number = "Your card number is invalid.";
  const expiry = parseExpiry(input.expiry);
  if (expiry === null) wrong.expiry = "Enter the expiry date as MM / YY.";
  else if (isPast(expiry, now)) wrong.expiry = "Your card's expiration date is in the past.";
  if (!/^\d{3,4}$/.test(input.cvc.trim())) wrong.cvc = "Your card's security code is incomplete.";
  if (expiry === null || Object.keys(wrong).length > 0) return { wrong };
  const known = TEST_CARDS.find((card) => card.number === number);
  return {
    card: {
      number,
      brand: known?.brand ?? "unknown",
      last4: number.slice(-4),
      expMonth: expiry.month,
      expYear: expiry.year,
      outcome:
        known?.outcome ??
        decline(
          "card_declined",
          "test_mode_live_card",
          "Your card was declined. This is a sandbox, and it takes only the test cards listed on the page.",
        ),
    },
  };
}

/** Validates a card number's check digit. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

function parseExpiry(text: string): { month: number; year: number } | null {
  const found = /^(\d{1,2})\s*(?:[/-]\s*)?(\d{4}|\d{2})$/.exec(text.trim());
  if (found === null) return null;
  const month = Number(found[1]);
  const year = Number(found[2]!.length === 2 ? `20${found[2]}` : found[2]);
  return month >= 1 && month <= 12 ? { month, year } : null;
}

/** A card is valid until the end of its month. */
function isPast(expiry: { month: number; year: number }, now: Date): boolean {
  return now.getTime() >= Date.UTC(expiry.year, expiry.month, 1);
}
