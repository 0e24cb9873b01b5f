import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "../core/process-wide.ts";

/** The header with a request's id, in both directions (`boot/serve.ts` sets it). */
export const REQUEST_ID = "x-request-id";

type Current = { id: string; isOverloaded: boolean };
const holder = processWide<{ __stetRequest?: AsyncLocalStorage<Current> }>();
const store = (): AsyncLocalStorage<Current> => (holder.__stetRequest ??= new AsyncLocalStorage());

/** Runs a request's handler so that each of its log lines carries the id. */
export const withRequestId = <R>(id: string | null, run: () => R): R =>
  id === null ? run() : store().run({ id, isOverloaded: false }, run);

/** The current request's id, or null outside one: people quote it, and the log can be searched for it. */
export const requestId = (): string | null => store().getStore()?.id ?? null;

/** Notes that something of the current request failed only because there's too much to do. */
export function noteOverload(): void {
  const current = store().getStore();
  if (current) current.isOverloaded = true;
}

/** Whether something of the current request failed only because there's too much to do. */
export const wasOverloaded = (): boolean => store().getStore()?.isOverloaded ?? false;
