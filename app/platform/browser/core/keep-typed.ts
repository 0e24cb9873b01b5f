import { networkLimitMs, networkProblem } from "./ask.ts";

/** What a form's page shows in place of an answer that never came: the same shape as a refused action's. */
export type Unanswered = {
  form?: string;
  error: { kind: "busy"; code: string; message: string; advice: string; fields: Record<string, string> };
  typed: undefined;
};

/** A fetch that nobody answered, in the words of each browser; a server's refusal is no TypeError. */
const isLost = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed|connection/i.test(error.message);

/**
 * For forms, by way of `clientAction` (client-action.ts). Where the network is gone, or answers too late, the form stays as it is with
 * everything typed in it and says so, instead of giving way to the error page. Without script the browser itself keeps the form.
 * @param request where one page has several forms: then `form` names the one that got no answer, by its intent
 */
export async function keepTyped<T>(serverAction: () => Promise<T>, request?: Request): Promise<T | Unanswered> {
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
    return answer === "late" ? unanswered : (answer as T);
  } catch (error) {
    if (isLost(error)) return unanswered;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
