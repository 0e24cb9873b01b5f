import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import type { ChoicesPatch, OrderChoices } from "../../rules/draft/choices.ts";
import { applyPatch } from "../../rules/draft/chosen.ts";
import { STANDARD_KEEP_DAYS } from "../../rules/retention/retention.ts";

/** The draft's save state: `trying` failed and will be retried; `signed-out` and `stopped` need the user. */
export type SaveState = "saved" | "saving" | "trying" | "signed-out" | "stopped";
export type SaveProblem = { code: string; message: string; advice: string; fields: Record<string, string> };

const WAIT_MS = 600;
const TRY_AGAIN_MS = 4_000;

const keyOf = (orderId: string): string => `stet.unsaved.${orderId}`;
function readUnsaved(orderId: string): ChoicesPatch {
  try {
    return JSON.parse(localStorage.getItem(keyOf(orderId)) ?? "{}") as ChoicesPatch;
  } catch {
    return {};
  }
}
function keepUnsaved(orderId: string, patch: ChoicesPatch): void {
  try {
    if (Object.keys(patch).length === 0) localStorage.removeItem(keyOf(orderId));
    else localStorage.setItem(keyOf(orderId), JSON.stringify(patch));
  } catch {
    // Without storage, unsaved changes last only as long as the page.
  }
}

/** Leaves out values that mean the same as a missing field. */
const says = (name: string, value: unknown): boolean =>
  value !== undefined &&
  value !== (name === "allowSample") &&
  !(name === "keepDays" && value === STANDARD_KEEP_DAYS) &&
  JSON.stringify(value) !== "[]" &&
  JSON.stringify(value) !== "{}";
const sorted = (choices: OrderChoices): [string, unknown][] =>
  Object.entries(choices)
    .filter(([name, value]) => says(name, value))
    .toSorted(([a], [b]) => a.localeCompare(b));

/**
 * A draft's choices while they are edited: shown immediately, saved a moment later, retried while offline,
 * and kept in this browser until the server has them, across reloads and expired sessions.
 */
export function useDraft(draft: { id: string; status: string; choices: OrderChoices; version: number }) {
  const [choices, setChoices] = useState(draft.choices);
  const [state, setState] = useState<SaveState>("saved");
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const [fromElsewhere, setFromElsewhere] = useState(false);
  const shown = useRef(choices);
  const sender = useRef<() => Promise<void>>(() => Promise.resolve());
  const pending = useRef<ChoicesPatch>({});
  const version = useRef(draft.version);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef<Promise<void> | null>(null);
  const { revalidate } = useRevalidator();
  const navigation = useNavigation();
  // The form is being sent with all its fields. A change saved at the same time could be overwritten by it.
  const posting = navigation.state !== "idle" && navigation.formMethod === "POST";
  const held = useRef(false);
  const { id } = draft;
  // Saving turns a quoted order back into a draft, so the page must reload its data.
  const priced = draft.status !== "draft";

  const send = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    if (held.current) return;
    if (running.current) {
      await running.current;
      return sender.current();
    }
    const patch = pending.current;
    if (Object.keys(patch).length === 0) return;
    const again = () => {
      setState("trying");
      timer.current = setTimeout(() => void sender.current(), TRY_AGAIN_MS);
    };
    const post = async () => {
      setState("saving");
      let answer: Response;
      try {
        answer = await fetchInTime(`/api/drafts/${id}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ patch, baseVersion: version.current }),
          keepalive: true,
        });
      } catch {
        return again();
      }
      const body = (await answer.json().catch(() => null)) as {
        version: number;
        choices: OrderChoices;
        changedElsewhere: boolean;
        error?: SaveProblem;
      } | null;
      if (answer.status >= 500 || answer.status === 429 || !body) return again();
      if (!answer.ok) {
        setProblem(body.error ?? null);
        setState(answer.status === 401 ? "signed-out" : "stopped");
        return;
      }
      // Changes made while this request was running still need saving.
      for (const name of Object.keys(patch) as (keyof ChoicesPatch)[])
        if (pending.current[name] === patch[name]) delete pending.current[name];
      keepUnsaved(id, pending.current);
      version.current = body.version;
      const merged = applyPatch(body.choices, pending.current);
      // Changes from another tab are those not made here.
      if (body.changedElsewhere && JSON.stringify(sorted(merged)) !== JSON.stringify(sorted(shown.current)))
        setFromElsewhere(true);
      setChoices(merged);
      setProblem(null);
      const left = Object.keys(pending.current).length > 0;
      setState(left ? "saving" : "saved");
      if (left) timer.current = setTimeout(() => void sender.current(), WAIT_MS);
      if (priced) void revalidate();
    };
    running.current = post().finally(() => {
      running.current = null;
    });
    return running.current;
  }, [id, priced, revalidate]);

  useEffect(() => {
    shown.current = choices;
    sender.current = send;
  });

  useEffect(() => {
    held.current = posting;
    if (!posting && Object.keys(pending.current).length > 0) void send();
  }, [posting, send]);

  const change = useCallback(
    (patch: ChoicesPatch) => {
      pending.current = { ...pending.current, ...patch };
      keepUnsaved(id, pending.current);
      setChoices((now) => applyPatch(now, patch));
      setState((now) => (now === "signed-out" ? now : "saving"));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void send(), WAIT_MS);
    },
    [id, send],
  );

  // The server's choices with unsaved changes on top.
  useEffect(() => {
    // This answer was read before the last change was saved.
    if (draft.version < version.current) return;
    version.current = draft.version;
    setChoices(applyPatch(draft.choices, pending.current));
  }, [draft.choices, draft.version]);

  // Changes that couldn't be saved during an earlier visit.
  useEffect(() => {
    const left = readUnsaved(id);
    if (Object.keys(left).length === 0) return;
    pending.current = { ...left, ...pending.current };
    setChoices((now) => applyPatch(now, pending.current));
    void send();
  }, [id, send]);

  useEffect(() => {
    const now = () => {
      if (Object.keys(pending.current).length > 0) void send();
    };
    const leaving = () => {
      held.current = false;
      now();
    };
    const hidden = () => {
      if (document.visibilityState === "hidden") now();
    };
    window.addEventListener("online", now);
    window.addEventListener("pagehide", leaving);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      window.removeEventListener("online", now);
      window.removeEventListener("pagehide", leaving);
      document.removeEventListener("visibilitychange", hidden);
      clearTimeout(timer.current);
      leaving();
    };
  }, [send]);

  return { choices, change, state, problem, fromElsewhere, saveNow: send };
}
