/** Pays a hosted checkout page the way a browser would: by its form. */
export const GOOD_CARD = "4242424242424242";

export type PaidPage = {
  status: number;
  /** Where the answer leads, null when it is a page to read. */ location: string | null;
  body: string;
};

/**
 * Sends the card form of the page at `url` (a checkout session's `url`).
 * @param typed the card number alone, or any of the form's fields
 */
export async function payCheckout(
  url: string,
  typed: string | Partial<Record<"email" | "number" | "expiry" | "cvc" | "name", string>> = GOOD_CARD,
): Promise<PaidPage> {
  const fields = {
    email: "amara@example.org",
    number: GOOD_CARD,
    expiry: "12 / 49",
    cvc: "123",
    name: "Amara Okafor",
    ...(typeof typed === "string" ? { number: typed } : typed),
  };
  return submit(url, new URLSearchParams(fields));
}

/** Answers the bank's question that a card with authentication leads to. */
export const authenticate = (url: string, outcome: "complete" | "fail"): Promise<PaidPage> =>
  submit(`${url}/authenticate`, new URLSearchParams({ outcome }));

async function submit(url: string, body: URLSearchParams): Promise<PaidPage> {
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  return { status: answer.status, location: answer.headers.get("location"), body: await answer.text() };
}
