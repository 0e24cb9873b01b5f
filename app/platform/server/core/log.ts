import { config } from "./config.ts";
import { requestId } from "../requests/request-id.ts";

/**
 * One JSON line per message, with the request's id. Never personal data, manuscripts or secrets: only ids and codes.
 */
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
  /** `error` may be anything thrown. Its message and stack are logged, its other properties aren't. */
  error: (message: string, error: unknown, data: Record<string, unknown> = {}) =>
    write("error", message, {
      ...data,
      error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      stack: error instanceof Error ? error.stack?.split("\n").slice(1, 6).join(" | ") : undefined,
    }),
};
