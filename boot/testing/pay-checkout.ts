/** Pays a hosted checkout page like a browser: through its form. */
export const GOOD_CARD = "4242424242424242";

export type PaidPage = {
  status: number;
  /** The redirect's target, or null for a page. */ location: string | null;
  body: string;
};

/**
 * Sends the card form of the page at `url` (a checkout session's `url`).
 * @param typed the card number, or any of the form's fields
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

/** Answers the bank's page for a card that needs authentication. */
export const authenticate = (url: string, outcome: "complete" | "fail"): Promise<PaidPage> =>
  submit(`${url}/authenticate`, new URLSearchParams({ outcome }));

async function submit(url: string, body: URLSearchParams): Promise<PaidPage> {
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  return { status: answer.status, location: answer.headers.get("location"), body: await answer.text() };
}
