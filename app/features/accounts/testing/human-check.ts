import { type HumanCheckAnswer, workOut } from "../rules/human-check.ts";

/**
 * For tests and journeys: a valid value of the field `humanCheck`, worked out as a browser does it.
 * @param from the address of a running product, or something that answers as `GET /api/human-check` does
 */
export async function solveHumanCheck(from: string | (() => Response | Promise<Response>)): Promise<string> {
  const answer = typeof from === "string" ? await fetch(new URL("/api/human-check", from)) : await from();
  return (await workOut((await answer.json()) as HumanCheckAnswer)) ?? "";
}
