import { type RouterContextProvider, data, redirect } from "react-router";
import { actorContext } from "#app/context.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem, STATUS, invalid } from "#app/platform/rules/core/errors.ts";
import { formText, formTexts } from "#app/platform/rules/text/form-text.ts";
import { type ProblemData, problemResponse } from "./problem.ts";
import { readForm, readPageForm } from "./read-body.ts";

type RouteArgs = { request: Request; url: URL; params: object; context: Readonly<RouterContextProvider> };

/** What a page's loader gets: who is asking, and for which page. */
export type PageRequest<Args extends { params: object }> = {
  actor: Actor;
  params: Args["params"];
  /** The filters in the address. */
  search: URLSearchParams;
  /** The path without filters, which tells a screen that's mounted twice where it is. */
  path: string;
  url: URL;
  request: Request;
};

/** What an intent gets: also the form, and the name of its button. */
export type FormRequest<Args extends { params: object }> = PageRequest<Args> & {
  form: FormData;
  intent: string;
  /** A text field; "" when it is missing. */
  text: (name: string) => string;
  /** All values of a field that may have several. */
  texts: (name: string) => string[];
};

/** The answer to a page's form. `form` is the intent, so each form on a page finds its own answer. */
export type PageAnswer<Extra = object, Typed = Record<string, string>> = {
  form: string;
  /** What was done, in a sentence. */
  done?: string;
  error?: ProblemData;
  /** What was typed, returned with an error to keep it in the form. */
  typed?: Typed;
} & Partial<Extra>;

/**
 * What an intent adds to the answer or replaces in it. An `error` is sent with its status, like a thrown Problem, and
 * `headers` (such as a cookie) are sent with it.
 */
type Reply<Extra> = {
  form?: string;
  done?: string;
  error?: ProblemData;
  typed?: unknown;
  headers?: HeadersInit;
} & Partial<Extra>;

export type Intent<Args extends { params: object }, Extra = object> = (
  asked: FormRequest<Args>,
) => Promise<Reply<Extra> | Response | void>;

/**
 * A command's input as it comes from a form: any text may arrive in place of an enum value. The command's schema
 * validates it.
 */
type Raw<T> = unknown extends T
  ? T
  : T extends string
    ? string
    : T extends Date | null | undefined
      ? T
      : { [K in keyof T]: Raw<T[K]> };

/**
 * One intent of a page: its command (whose schema checks the input), the input from the form, and what follows. `done`
 * is the sentence that says what happened, `goTo` the page to show next, `reply` anything else the page needs.
 */
export function intent<Args extends { params: object }, Input, Result, Extra = object>(it: {
  command: (actor: Actor, input: Input) => Promise<Result>;
  input: (asked: FormRequest<Args>) => Raw<Input> | Promise<Raw<Input>>;
  done?: string | ((result: Result, asked: FormRequest<Args>) => string | undefined);
  goTo?: (result: Result, asked: FormRequest<Args>) => string;
  reply?: (result: Result, asked: FormRequest<Args>) => Reply<Extra>;
}): Intent<Args, Extra> {
  return async (asked) => {
    const result = await it.command(asked.actor, (await it.input(asked)) as Input);
    if (it.goTo) return redirect(it.goTo(result, asked));
    const done = typeof it.done === "function" ? it.done(result, asked) : it.done;
    return { ...(done === undefined ? {} : { done }), ...it.reply?.(result, asked) } as Reply<Extra>;
  };
}

/** An unreadable form, answered like a refused one. */
function refusedOnPage(error: unknown) {
  if (!(error instanceof Problem)) throw error;
  return data({ form: "", error: error.toJSON() }, { status: error.status });
}

const pageRequest = <Args extends RouteArgs>({ request, url, params, context }: Args): PageRequest<Args> => ({
  actor: context.get(actorContext),
  params,
  search: url.searchParams,
  path: url.pathname,
  url,
  request,
});

/**
 * A page's loader: `export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) => ...)`. A
 * Problem becomes the page for its status (403, 404).
 */
export function pageLoader<Args extends RouteArgs, T>(
  load: (asked: PageRequest<Args>) => T | Promise<T>,
): (args: Args) => Promise<T> {
  return async (args) => {
    try {
      return await load(pageRequest(args));
    } catch (error) {
      return problemResponse(error);
    }
  };
}

/**
 * A page's action: `export const action = pageAction<Route.ActionArgs>({ intents: { hold: intent({ command: holdOrder,
 * ... }) } })`. Reads the form, runs its intent, and answers with what the page shows. A Problem is answered with its
 * status and what was typed. Together with `export { clientAction } from "#app/platform/browser/core/client-action.ts"`
 * nothing typed is lost.
 */
export function pageAction<Args extends RouteArgs, Extra = object, Typed = Record<string, string>>(page: {
  /** By the form's field `intent`. */
  intents?: Record<string, Intent<Args, Extra>>;
  /** For a page with a single form without an intent. Other pages refuse an unknown intent. */
  only?: Intent<Args, Extra>;
  /** If another field names the intent. */
  intentOf?: (form: FormData) => string;
  /**
   * For a page with file uploads: a form that can't be read, such as a file over the limit, is refused on the page
   * itself.
   */
  takesFiles?: boolean;
  /** What the page shows again beside an error. By default every text field except passwords. */
  typed?: (asked: FormRequest<Args>) => Typed | undefined;
  /**
   * What else the page needs beside an error, such as the current version after a conflict, or a page to redirect to.
   */
  refused?: (
    problem: Problem,
    asked: FormRequest<Args>,
  ) => Promise<Partial<Extra> | Response> | Partial<Extra> | Response;
}) {
  return async (args: Args) => {
    const form = await (page.takesFiles ? readForm(args.request).catch(refusedOnPage) : readPageForm(args.request));
    if (!(form instanceof FormData)) return form as never;
    const name = page.intentOf ? page.intentOf(form) : formText(form, "intent");
    const asked: FormRequest<Args> = {
      ...pageRequest(args),
      form,
      intent: name,
      text: (field) => formText(form, field),
      texts: (field) => form.getAll(field).filter((value) => typeof value === "string"),
    };
    try {
      const act = Object.hasOwn(page.intents ?? {}, name) ? page.intents?.[name] : page.only;
      if (!act) throw invalid("unknown_action", "Unknown action.", "Reload the page and try again.");
      const reply = await act(asked);
      if (reply instanceof Response) return reply as never;
      const { headers, ...told } = (reply ?? {}) as Reply<Extra>;
      const answer = { form: name, ...told } as PageAnswer<Extra, Typed>;
      return data(answer, {
        ...(answer.error ? { status: STATUS[answer.error.kind] } : {}),
        ...(headers ? { headers } : {}),
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const more = await page.refused?.(error, asked);
      if (more instanceof Response) return more as never;
      const typed = page.typed ? page.typed(asked) : (formTexts(form) as Typed);
      return data<PageAnswer<Extra, Typed>>(
        { form: name, error: error.toJSON(), ...(typed === undefined ? {} : { typed }), ...(more as Partial<Extra>) },
        { status: error.status },
      );
    }
  };
}
