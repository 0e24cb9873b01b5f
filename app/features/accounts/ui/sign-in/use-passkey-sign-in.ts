import { useCallback, useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { AskError, networkProblem } from "#app/platform/browser/core/ask.ts";
import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import type { ShownProblem } from "#app/ui/notice.tsx";
import { carrying } from "../../rules/came-from.ts";
import { canOffer, ceremonyProblem, knowsPasskeys, presentPasskey } from "./passkey-ceremony.ts";

const OPTIONS = "/api/auth/passkey/generate-authenticate-options";

/** Fetches what the browser needs to ask for a passkey. @throws AskError */
async function readOptions(signal: AbortSignal): Promise<Record<string, unknown>> {
  let said: Record<string, unknown> & { error?: { code: string; message: string; advice: string } };
  let answer: Response;
  try {
    answer = await fetchInTime(OPTIONS, { signal });
    said = (await answer.json()) as typeof said;
  } catch {
    throw networkProblem();
  }
  if (!answer.ok)
    throw said.error
      ? new AskError(said.error.code, said.error.message, said.error.advice, answer.status)
      : networkProblem();
  return said;
}

/**
 * Signs in with a passkey: `start` asks right away (the button), `offer` shows passkeys as autofill (the email field).
 * `supported` is true until hydration, when the browser may turn out not to know passkeys.
 */
export function usePasskeySignIn(from: string | null) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  const [problem, setProblem] = useState<ShownProblem | null>(null);
  const [busy, setBusy] = useState(false);
  // The browser allows only one request at a time.
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  const ask = useCallback(
    async (offered: boolean) => {
      asking.current?.abort();
      const mine = (asking.current = new AbortController());
      if (!offered) {
        setProblem(null);
        setBusy(true);
      }
      try {
        const options = await readOptions(mine.signal);
        const proof = await presentPasskey(options, mine.signal, offered);
        await submit(
          { intent: "passkey", proof, ...(from ? { from } : {}) },
          { method: "post", action: carrying("/signin", from) },
        );
      } catch (error) {
        if (!mine.signal.aborted && !offered) setProblem(error instanceof AskError ? error : ceremonyProblem(error));
      } finally {
        if (asking.current === mine) {
          asking.current = null;
          setBusy(false);
        }
      }
    },
    [from, submit],
  );

  const start = useCallback(() => void ask(false), [ask]);
  const offer = useCallback(() => {
    if (asking.current) return;
    void canOffer().then((can) => {
      if (can && !asking.current) void ask(true);
    });
  }, [ask]);
  return { supported: !hydrated || knowsPasskeys(), busy, problem, start, offer };
}
