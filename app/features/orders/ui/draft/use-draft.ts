import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { ask } from "#app/platform/browser/core/ask.ts";
import { unsavedIn, useSaveSoon } from "#app/platform/browser/core/save-soon.ts";
import type { ChoicesPatch, OrderChoices } from "../../rules/draft/choices.ts";
import { applyPatch } from "../../rules/draft/choice-patch.ts";
import { STANDARD_KEEP_DAYS } from "../../rules/retention/retention.ts";

const WAIT_MS = 600;

const unsavedOf = (orderId: string) => unsavedIn<ChoicesPatch>(`stet.unsaved.${orderId}`, {});

/** Leaves out values that mean the same as a missing field. */
const differsFromDefault = (name: string, value: unknown): boolean =>
  value !== undefined &&
  value !== (name === "allowSample") &&
  !(name === "keepDays" && value === STANDARD_KEEP_DAYS) &&
  JSON.stringify(value) !== "[]" &&
  JSON.stringify(value) !== "{}";
const sorted = (choices: OrderChoices): [string, unknown][] =>
  Object.entries(choices)
    .filter(([name, value]) => differsFromDefault(name, value))
    .toSorted(([a], [b]) => a.localeCompare(b));

/**
 * A draft's choices while they are edited: shown immediately, saved a moment later, and kept in this browser until the
 * server has them.
 */
export function useDraft(draft: { id: string; status: string; choices: OrderChoices; version: number }) {
  const [choices, setChoices] = useState(draft.choices);
  const [fromElsewhere, setFromElsewhere] = useState(false);
  const shown = useRef(choices);
  const pending = useRef<ChoicesPatch>({});
  const version = useRef(draft.version);
  const { revalidate } = useRevalidator();
  const navigation = useNavigation();
  // The form is being sent with all its fields. A change saved at the same time could be overwritten by it.
  const posting = navigation.state !== "idle" && navigation.formMethod === "POST";
  const { id } = draft;
  // Saving turns a quoted order back into a draft, so the page must reload its data.
  const priced = draft.status !== "draft";

  const { state, problem, saver } = useSaveSoon(
    id,
    {
      isUnsaved: () => Object.keys(pending.current).length > 0,
      isHeld: (leaving) => posting && !leaving,
      send: async () => {
        const patch = pending.current;
        const answer = await ask<{ version: number; choices: OrderChoices; changedElsewhere: boolean }>(
          `/api/drafts/${id}`,
          { patch, baseVersion: version.current },
          { keepalive: true },
        );
        // Changes made while this request was running still need saving.
        for (const name of Object.keys(patch) as (keyof ChoicesPatch)[])
          if (pending.current[name] === patch[name]) delete pending.current[name];
        unsavedOf(id).keep(pending.current);
        version.current = answer.version;
        const merged = applyPatch(answer.choices, pending.current);
        // Changes from another tab are those not made here.
        if (answer.changedElsewhere && JSON.stringify(sorted(merged)) !== JSON.stringify(sorted(shown.current)))
          setFromElsewhere(true);
        setChoices(merged);
        if (priced) void revalidate();
      },
    },
    WAIT_MS,
  );

  useEffect(() => {
    shown.current = choices;
  });
  useEffect(() => {
    if (!posting) void saver.now();
  }, [posting, saver]);

  const change = useCallback(
    (patch: ChoicesPatch) => {
      pending.current = { ...pending.current, ...patch };
      unsavedOf(id).keep(pending.current);
      setChoices((now) => applyPatch(now, patch));
      saver.touch();
    },
    [id, saver],
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
    const left = unsavedOf(id).read();
    if (Object.keys(left).length === 0) return;
    pending.current = { ...left, ...pending.current };
    setChoices((now) => applyPatch(now, pending.current));
    void saver.now();
  }, [id, saver]);

  return { choices, change, state, problem, fromElsewhere, saveNow: saver.now };
}
