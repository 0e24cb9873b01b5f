import type { OidcDouble } from "#boot/testing/oidc-double.ts";
import { finishFederated, startFederated } from "../server/sign-in/federated.ts";
import type { TestBrowser } from "./browser.ts";

/** For tests: a browser leaves for a provider. @param query of the start's address, besides the provider */
export async function startAt(
  provider: string,
  browser: TestBrowser,
  query = "",
  headers: Record<string, string> = {},
): Promise<Response> {
  const request = browser.request(`/api/auth/federated?provider=${provider}&${query}`, {}, headers);
  const answer = await startFederated(request, { actor: await browser.actor() });
  browser.keep(answer.headers);
  return answer;
}

/** For tests: the browser returns. @param back where the provider redirected it */
export async function finishAt(browser: TestBrowser, back: string): Promise<Response> {
  const { pathname, search } = new URL(back);
  const provider = pathname.split("/").at(-1)!;
  const answer = await finishFederated(browser.request(pathname + search), { params: { provider } });
  browser.keep(answer.headers);
  return answer;
}

/** For tests: goes to a provider, presses Continue, and returns. @returns where the browser is sent in the end */
export async function visitProvider(
  double: OidcDouble,
  provider: string,
  browser: TestBrowser,
  query = "",
): Promise<string | null> {
  const away = await startAt(provider, browser, query);
  const location = away.headers.get("location")!;
  if (location.startsWith("/")) return location;
  return (await finishAt(browser, await double.answer(location))).headers.get("location");
}
