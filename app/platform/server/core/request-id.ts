import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "./process-wide.ts";

/** The header with a request's id, in both directions (`boot/serve.ts` sets it). */
export const REQUEST_ID = "x-request-id";

const holder = processWide<{ __stetRequestId?: AsyncLocalStorage<string> }>();
const store = (): AsyncLocalStorage<string> => (holder.__stetRequestId ??= new AsyncLocalStorage());

/** Runs a request's handler so that each of its log lines carries the id. */
export const withRequestId = <R>(id: string | null, run: () => R): R => (id === null ? run() : store().run(id, run));

/** The current request's id, or null outside one: people quote it, and the log can be searched for it. */
export const requestId = (): string | null => store().getStore() ?? null;
