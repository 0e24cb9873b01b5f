import { config } from "./config.ts";
import { requestId } from "./request-id.ts";

/** One JSON line a message, with the id of the request it's about. Never personal data, never manuscripts, never secrets: ids and codes only. */
function write(level: "info" | "error", message: string, data: Record<string, unknown>): void {
  const wanted = config().log;
  if (wanted === "silent" || (wanted === "error" && level === "info")) return;
  const id = requestId();
  const line = JSON.stringify({
    at: new Date().toISOString(),
    level,
    message,
    ...(id === null ? {} : { requestId: id }),
    ...data,
  });
  (level === "error" ? process.stderr : process.stdout).write(`${line}\n`);
}

export const log = {
  info: (message: string, data: Record<string, unknown> = {}) => write("info", message, data),
  /** `error` may be anything thrown; its message and stack are kept, its other properties are not. */
  error: (message: string, error: unknown, data: Record<string, unknown> = {}) =>
    write("error", message, {
      ...data,
      error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      stack: error instanceof Error ? error.stack?.split("\n").slice(1, 6).join(" | ") : undefined,
    }),
};
