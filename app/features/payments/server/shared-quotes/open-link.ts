import { Problem } from "#app/platform/rules/core/errors.ts";
import { countAttempt, networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { type Known, findByToken } from "./find-shared-quote.ts";

/**
 * The quote that a request's link opens. Wrong links count, so that nobody tries them.
 * @param uses whether this is one use of many: paying, or having a document drawn
 * @throws not-found if the link isn't ours, gone if its author took it back; too-many
 */
export async function openLink(request: Request, token: string, uses: boolean): Promise<Known> {
  const network = networkOf(request.headers);
  try {
    const known = await findByToken(token);
    if (uses) await countAttempt("/pay", known.quote.id, network);
    return known;
  } catch (error) {
    if (error instanceof Problem && error.kind === "not-found") await countAttempt("/pay/wrong", null, network);
    throw error;
  }
}
