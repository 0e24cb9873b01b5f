import { processWide } from "./process-wide.ts";

/** The kind of a span: a response, a call to another server, a job enqueued or run, or work inside this process. */
export type SpanKind = "server" | "client" | "consumer" | "internal";
/** Codes, names and numbers. Never an address, a title, or anything about a person: traces leave this installation. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Records spans, if the operator has configured a collector (`boot/tracing.ts`). */
export type Tracing = {
  /**
   * Runs something as a span, a child of the one that is open. The span ends when the promise settles. Errors are
   * recorded only by code.
   */
  span<R>(name: string, kind: SpanKind, attributes: SpanAttributes, run: () => R): R;
  /** Records a span that has just ended, as a child of the open one. @param ms duration */
  past(name: string, kind: SpanKind, attributes: SpanAttributes, ms: number): void;
  /** Names the open command's span after a fact it recorded. */
  fact(kind: string): void;
  /** The open span as a `traceparent`, to continue the trace elsewhere. */
  parent(): string | undefined;
  /** Continues a trace. */
  continue<R>(traceparent: string | undefined, run: () => R): R;
};

const holder = processWide<{ __stetTracing?: Tracing }>();

/** Starts recording spans; undefined stops it. */
export const useTracing = (tracing: Tracing | undefined): void => {
  if (tracing) holder.__stetTracing = tracing;
  else delete holder.__stetTracing;
};

/** The span recorder, or undefined if there is none: the usual case, which costs one lookup. */
export const tracing = (): Tracing | undefined => holder.__stetTracing;

/** Runs something as a span if spans are recorded. */
export const traced = <R>(name: string, kind: SpanKind, attributes: SpanAttributes, run: () => R): R => {
  const it = holder.__stetTracing;
  return it ? it.span(name, kind, attributes, run) : run();
};

const named = new Map<string, { name: string; attributes: SpanAttributes }>();
const NAMED_MOST = 2_000;

/** The verb and the first table of a statement: never its text, which may hold values. */
export function describeStatement(text: string): { name: string; attributes: SpanAttributes } {
  const known = named.get(text);
  if (known) return known;
  const verb = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? "QUERY";
  const table = /\b(?:from|into|update|table)\s+"?([a-z_]+)"?/i.exec(text)?.[1];
  const said = {
    name: table ? `${verb} ${table}` : verb,
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": verb,
      ...(table ? { "db.collection.name": table } : {}),
    },
  };
  if (named.size < NAMED_MOST) named.set(text, said);
  return said;
}
