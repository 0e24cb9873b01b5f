import { processWide } from "./process-wide.ts";

/** What a span is of: an answer, a call to another server, a job sent or done, or work inside this process. */
export type SpanKind = "server" | "client" | "consumer" | "internal";
/** Codes, names and numbers. Never an address, a title, or anything else about a person: traces leave this installation. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** What records spans, where the operator has configured a collector (`boot/tracing.ts`). */
export type Tracing = {
  /** Runs something as a span, a child of the one that is open. The span ends when the promise does, and says which error it threw by code alone. */
  span<R>(name: string, kind: SpanKind, attributes: SpanAttributes, run: () => R): R;
  /** A span inside the open one that has just ended. @param ms how long it took */
  past(name: string, kind: SpanKind, attributes: SpanAttributes, ms: number): void;
  /** Names the command that is open by a fact it recorded. */
  fact(kind: string): void;
  /** The open span as a `traceparent`, to continue the trace elsewhere. */
  parent(): string | undefined;
  /** Runs something as the continuation of a trace. */
  continue<R>(traceparent: string | undefined, run: () => R): R;
};

const holder = processWide<{ __stetTracing?: Tracing }>();

/** Starts recording spans; undefined ends it. */
export const useTracing = (tracing: Tracing | undefined): void => {
  if (tracing) holder.__stetTracing = tracing;
  else delete holder.__stetTracing;
};

/** What records spans, or undefined where nothing does: the usual case, which costs one look. */
export const tracing = (): Tracing | undefined => holder.__stetTracing;

/** Runs something as a span, where spans are recorded. */
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
