import { config } from "#app/platform/server/core/config.ts";

/** Where people can write to: letters of ours can be answered. */
export function contactAddress(): string {
  const { from } = config().mail;
  return /<([^<>]+)>/.exec(from)?.[1] ?? from.trim();
}
