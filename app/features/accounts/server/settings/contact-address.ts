import { config } from "#app/platform/server/core/config.ts";

/** The address that people can write to: our emails can be answered. */
export function contactAddress(): string {
  const { from } = config().mail;
  return /<([^<>]+)>/.exec(from)?.[1] ?? from.trim();
}
