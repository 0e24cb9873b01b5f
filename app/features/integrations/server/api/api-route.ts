import type { z } from "zod";
import type { Person } from "#app/platform/rules/core/actor.ts";
import type { Scope } from "../../rules/scopes.ts";
import type { Caller } from "../keys/find-key.ts";

export type ApiMethod = "GET" | "POST" | "PATCH" | "DELETE";

/** What an endpoint gets: its input, as its schemas read it, and who calls. */
export type ApiAsked<Query, Body> = {
  actor: Person;
  caller: Caller;
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** A name for this write, the same when it's repeated. */
  writeId: string;
  request: Request;
  above: FromAbove;
};

/** What features above this one know and the API answers. The map of endpoints passes it in. */
export type FromAbove = {
  /** What a partner's link brought in each month of a span that has anything, oldest first. */
  partnerFigures(partner: { id: string; code: string }, span: { from: Date; to: Date }): Promise<PartnerMonth[]>;
};
export type PartnerMonth = { when: string } & Record<
  "visits" | "files" | "prices" | "signUps" | "paid" | "paidMinor" | "discountMinor",
  number
>;

/** An endpoint: what the reference says about it, what it takes, and what it answers. */
export type ApiRoute = {
  method: ApiMethod;
  /** Below API_BASE, with `:name` for parameters. */
  path: `/${string}`;
  /** Its name in typed clients. */
  id: string;
  group: string;
  summary: string;
  /** What else a reader should know, in Markdown. */
  notes?: string;
  scope: Scope | null;
  query?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType | "pdf";
  status: number;
  /** What the reference shows, and a test sends: a query, or a body. */
  example?: { query?: string; body?: unknown };
  /** Problem codes worth naming besides those that every endpoint has. */
  errors?: readonly string[];
  handle(asked: ApiAsked<never, never>): Promise<unknown>;
};

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** An endpoint whose handler gets what its schemas read, and answers what its schema says. */
export const apiRoute = <
  Answer,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  route: Omit<ApiRoute, "query" | "body" | "answer" | "handle" | "status"> & {
    query?: Query;
    body?: Body;
    answer: z.ZodType<Answer> | "pdf";
    status?: number;
    handle(asked: ApiAsked<Parsed<Query>, Parsed<Body>>): Promise<Answer | Response>;
  },
): ApiRoute => ({ status: 200, ...route }) as unknown as ApiRoute;
