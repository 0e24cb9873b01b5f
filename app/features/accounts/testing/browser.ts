import { RouterContextProvider } from "react-router";
import { actorContext } from "#app/context.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { resolveActor } from "../server/sign-in/resolve-actor.ts";

export const ORIGIN = "http://localhost:3000";

type Args = { request: Request; url: URL; context: RouterContextProvider; params: Record<string, string> };
// A route module's own argument types differ page by page.
// eslint-disable-next-line typescript/no-explicit-any
type Handler = (args: any) => unknown;
// Each test knows what its page answers.
// eslint-disable-next-line typescript/no-explicit-any
export type Answer = { status: number; location: string | null; data: any };

/** For tests: one browser with its cookies, calling loaders and actions as the router does. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly headers: Record<string, string>;

  constructor(headers: Record<string, string> = {}) {
    this.headers = headers;
  }

  get cookie(): string {
    return [...this.cookies].map(([k, v]) => `${k}=${v}`).join("; ");
  }

  request(path: string, init: RequestInit = {}, extra: Record<string, string> = {}): Request {
    const headers = { ...this.headers, ...(this.cookies.size ? { cookie: this.cookie } : {}), ...extra };
    return new Request(`${ORIGIN}${path}`, { ...init, headers });
  }

  actor() {
    return resolveActor(this.request("/"));
  }

  keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/Max-Age=0/i.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async #call(handler: Handler, request: Request): Promise<Answer> {
    const context = new RouterContextProvider();
    context.set(actorContext, await resolveActor(request.clone()));
    const args: Args = { request, url: new URL(request.url), context, params: {} };
    try {
      const result = await handler(args);
      const init = (result as { init?: { status?: number } | null } | null)?.init;
      return {
        status: init?.status ?? 200,
        location: null,
        data: init === undefined ? result : (result as { data: unknown }).data,
      };
    } catch (thrown) {
      if (!(thrown instanceof Response)) {
        if (thrown instanceof Problem) return { status: thrown.status, location: null, data: thrown.toJSON() };
        throw thrown;
      }
      this.keep(thrown.headers);
      return { status: thrown.status, location: thrown.headers.get("location"), data: null };
    }
  }

  /** Opens a page: its loader's answer. */
  open(page: { loader: Handler }, path: string): Promise<Answer> {
    return this.#call(page.loader, this.request(path));
  }

  /** Sends a page's form. */
  send(
    page: { action: Handler },
    path: string,
    fields: Record<string, string>,
    extra: Record<string, string> = {},
  ): Promise<Answer> {
    return this.#call(
      page.action,
      this.request(path, { method: "POST", body: new URLSearchParams(fields) }, { origin: ORIGIN, ...extra }),
    );
  }
}
