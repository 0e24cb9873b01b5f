import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { partnerFigures } from "#app/features/backoffice/server/partners/partner-figures.ts";
import { apiEndpoints } from "#app/features/integrations/server/api/api-endpoints.ts";
import { createKey } from "#app/features/integrations/server/keys/create-key.ts";
import type { HolderKind } from "#app/features/integrations/rules/owner.ts";
import { type Scope, scopesOf } from "#app/features/integrations/rules/scopes.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { problemResponse } from "../failure-responses.ts";

export type ApiAnswer<T = Record<string, unknown>> = { status: number; headers: Headers; body: T };

export type ApiWorld = {
  url: string;
  /** A new key that this person makes, with these scopes or all: their own, or an organization's or a partner's. */
  keyOf(person: Person, scopes?: readonly Scope[], holder?: { kind: HolderKind; id: string }): Promise<string>;
  /** Sends a request as a program does. A write gets an Idempotency-Key of its own unless one is given. */
  call<T = Record<string, unknown>>(
    key: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer<T>>;
  close(): void;
};

let keys = 0;

/** The API over HTTP, as the product serves it. */
export async function openApiWorld(): Promise<ApiWorld> {
  const door = new Hono();
  const endpoints = apiEndpoints({
    partnerFigures: (partner, span) => partnerFigures(partner, { ...span, step: "month" }),
  });
  for (const { method, path, handle } of endpoints) {
    const answer = async (c: { req: { raw: Request; param(): Record<string, string> } }) => {
      try {
        return await handle(c.req.raw, { params: c.req.param() });
      } catch (error) {
        return problemResponse(error, c.req.raw);
      }
    };
    if (method === "ALL") door.all(path, answer);
    else door.on([method], path, answer);
  }
  const server = createAdaptorServer({ fetch: door.fetch, overrideGlobalObjects: false });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async keyOf(person, scopes, holder = { kind: "person", id: person.uid }) {
      scopes ??= scopesOf(holder.kind);
      const { key } = await createKey(person, {
        holder,
        name: `Test ${++keys}`,
        scopes: [...scopes],
        days: "30",
      });
      return key;
    },
    async call<T>(key: string | null, method: string, path: string, body?: unknown, headers = {}) {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          ...(key ? { authorization: `Bearer ${key}` } : {}),
          ...(method === "GET" ? {} : { "idempotency-key": crypto.randomUUID() }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      return {
        status: response.status,
        headers: response.headers,
        body: (isJson ? JSON.parse(text) : text) as T,
      };
    },
    close: () => void server.close(),
  };
}
