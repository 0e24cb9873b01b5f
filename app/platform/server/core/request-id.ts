import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "./process-wide.ts";

/** The header that carries a request's id in and out (`boot/serve.ts` sets it). */
export const REQUEST_ID = "x-request-id";

const holder = processWide<{ __stetRequestId?: AsyncLocalStorage<string> }>();
const store = (): AsyncLocalStorage<string> => (holder.__stetRequestId ??= new AsyncLocalStorage());

/** Runs what answers a request, so that each log line on the way carries its id. */
export const withRequestId = <R>(id: string | null, run: () => R): R => (id === null ? run() : store().run(id, run));

/** The id of the request that's being answered, or null outside of one: people quote it, and the log is searched by it. */
export const requestId = (): string | null => store().getStore() ?? null;
