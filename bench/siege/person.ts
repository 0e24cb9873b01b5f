/** A person at a browser. Requests are timed, and repeated if no answer comes. */
import { setTimeout as sleep } from "node:timers/promises";
import { Client, Unexpected } from "../../e2e/client.ts";
import type { Measures } from "./measures.ts";

const ID = /\b[a-z]{2,4}_[0-9a-z_]{6,}\b/g;
/** A person without an answer for this long would contact us, so the siege has failed. */
const PATIENCE_MS = 150_000;

/** A request's kind, without whom it's about. */
function labelOf(path: string, init: RequestInit): string {
  const { pathname } = new URL(path, "http://siege");
  const intent = init.body instanceof URLSearchParams ? (init.body.get("intent") ?? [...init.body.keys()][0]) : null;
  return `${init.method ?? "GET"} ${pathname.replaceAll(ID, ":id")}${intent ? ` (${intent})` : ""}`;
}

export class Person extends Client {
  readonly name: string;
  readonly random: () => number;
  private readonly measures: Measures;
  private readonly pace: number;
  private readonly address: string;

  constructor(
    url: string,
    of: { name: string; index: number; random: () => number; measures: Measures; pace: number },
  ) {
    super(url);
    this.name = of.name;
    this.random = of.random;
    this.measures = of.measures;
    this.pace = of.pace;
    // The load balancer passes on the caller's address, because limits are per address.
    this.address = `10.${Math.floor(of.index / 250)}.${of.index % 250}.7`;
  }

  override async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const own = new URL(path, this.url).origin === this.url;
    if (own) headers.set("x-forwarded-for", this.address);
    const label = own ? labelOf(path, init) : `${init.method ?? "GET"} card provider's checkout`;
    const begun = performance.now();
    const took = () => performance.now() - begun;
    try {
      const answer = await super.send(path, { ...init, headers });
      // Until the last byte has arrived. A status that allows no body has none.
      const body = await answer.arrayBuffer();
      if (own) this.measures.record(label, took(), answer.status);
      return new Response([204, 205, 304].includes(answer.status) ? null : body, answer);
    } catch (error) {
      if (own) this.measures.record(label, took(), 0);
      throw error;
    }
  }

  /** Opens a page like a reader. @throws Unexpected for a server error */
  async open(path: string): Promise<string> {
    const answer = await this.get(path);
    const html = await answer.text();
    if (answer.status >= 400) throw new Unexpected(`${this.name} opened ${path}`, answer.status, html);
    return html;
  }

  /** Submits a form. A refusal is an answer. @throws Unexpected for a server error, or if asked to wait */
  async sent(path: string, fields: Record<string, string>): Promise<Response> {
    const answer = await this.form(path, fields);
    if (answer.status >= 500 || answer.status === 429)
      throw new Unexpected(`${this.name} sent ${path}`, answer.status, await answer.text());
    return answer;
  }

  /**
   * Time to read, decide, and type before the next step: the run's pace by default, with some steps of half or double.
   */
  think = (share = 1): Promise<void> => sleep(share * this.pace * 1_000 * (0.25 + this.random() * 1.5));

  /** Repeats a step until it's answered, like people reloading a failed page. A refusal is an answer, and thrown. */
  async again<T>(step: () => Promise<T>): Promise<T> {
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!isAway(error) || Date.now() > giveUpAt) throw error;
        await sleep(300 + this.random() * 700);
      }
    }
  }
}

/** No answer, a server error, or "try again". Anything else is the product's answer. */
export function isAway(error: unknown): boolean {
  if (error instanceof Unexpected) return error.status >= 500 || error.status === 429 || error.status === 0;
  return error instanceof TypeError || ["TimeoutError", "AbortError"].includes((error as Error).name);
}
