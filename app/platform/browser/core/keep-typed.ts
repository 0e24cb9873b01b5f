import { data } from "react-router";
import { networkProblem } from "./ask.ts";
import { networkLimitMs } from "./fetch-in-time.ts";

/** What a form's page shows when no answer arrives. Same shape as a refused action's answer. */
export type Unanswered = {
  form?: string;
  error: { kind: "busy"; code: string; message: string; advice: string; fields: Record<string, string> };
  typed: undefined;
};

/**
 * A fetch that got no answer throws a TypeError, worded differently in each browser. A server's refusal isn't a
 * TypeError.
 */
const isLost = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed|connection/i.test(error.message);

/** What the server said about a form that it didn't read: too much to do, too slow, or too large. */
const saidOf = (error: unknown): string | null => {
  const { status, data } = error as { status?: unknown; data?: unknown };
  return [408, 413, 503].includes(status as number) && typeof data === "string" && data ? data : null;
};

/**
 * For forms, through `clientAction` (client-action.ts). If the network is down or too slow, the form keeps everything
 * typed and says so, instead of showing the error page. Without JavaScript, the browser keeps the form itself.
 * A page reads its data again after every answer, also after a refusal, which often means that it's out of date. React
 * Router wouldn't after a status from 400, and would forget any reading asked for while it waited.
 * @param request for pages with several forms: `form` is the intent of the one that got no answer
 */
export async function keepTyped<T>(
  serverAction: () => Promise<T>,
  request?: Request,
): Promise<ReturnType<typeof data<T>> | Unanswered> {
  const intent = request ? (await request.clone().formData()).get("intent") : null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), networkLimitMs());
  });
  const { code, message, advice } = networkProblem();
  const unanswered: Unanswered = {
    ...(request ? { form: typeof intent === "string" ? intent : "" } : {}),
    error: { kind: "busy", code, message, advice, fields: {} },
    typed: undefined,
  };
  try {
    const answer = await Promise.race([serverAction(), limit]);
    return answer === "late" ? unanswered : data(answer, 200);
  } catch (error) {
    if (isLost(error)) return unanswered;
    const said = saidOf(error);
    if (said === null) throw error;
    return { ...unanswered, error: { ...unanswered.error, code: "not-read", message: said, advice: "" } };
  } finally {
    clearTimeout(timer);
  }
}
