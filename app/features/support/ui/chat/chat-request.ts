import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import type { ChatView } from "../../rules/chat.ts";

export type Refusal = { message: string; advice: string; fields?: Record<string, string> };
export const UNREACHABLE: Refusal = {
  message: "We couldn't send your message.",
  advice: "Check your connection and send it again. Your text is still here.",
};

export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

export async function post(path: string, body: unknown): Promise<ChatView> {
  let answer: Response;
  try {
    answer = await fetchInTime(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw UNREACHABLE;
  }
  const said = (await answer.json().catch(() => null)) as (ChatView & { error?: Refusal }) | null;
  if (!answer.ok || !said) throw said?.error ?? UNREACHABLE;
  return said;
}
