import { useEffect, useRef, useState } from "react";
import { useActionData, useLocation, useNavigation } from "react-router";
import { useSession } from "#app/platform/browser/core/session.ts";
import { forgetTyped, keepTypedText, readTyped } from "#app/platform/browser/core/typed-text.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import type { AttachmentView } from "../rules/attachment.ts";
import { useAttachments } from "./use-attachments.ts";

const freshKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** Unsent files are deleted after a day, so don't restore older ones. */
const LOOSE_MS = 23 * HOUR;
const ASKS_WHO = /^\/(?:signin|signup|not-authorized)(?:\/|$)/;

/** Fills in what was typed before, where nothing has been entered since. @returns what the fields have now */
function fillEmpty(box: HTMLElement | null, kept: Readonly<Record<string, string>>): Record<string, string> {
  const now: Record<string, string> = {};
  for (const [name, value] of Object.entries(kept)) {
    const field = box?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${CSS.escape(name)}"]`);
    if (!field) continue;
    if (field.value === "") field.value = value;
    now[name] = field.value;
  }
  return now;
}

/**
 * A message while it's written: its text, files, and key. Kept in this browser until it has been sent, so that a
 * reload, a refusal or a lost connection loses nothing.
 */
export function useMessageDraft({
  name,
  messageKey,
  mine,
  uploads,
}: {
  /** Distinguishes the forms of a page. */
  name: string;
  messageKey: string;
  /** The page's answer to this form; null for another form's. */
  mine: { typed?: string | undefined; error?: unknown } | null;
  /** Whether files are uploaded while the message is written. */
  uploads: boolean;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const actionData: unknown = useActionData();
  const { state, location: going, formMethod } = useNavigation();
  const { pathname } = useLocation();
  const who = useSession()?.uid ?? "visitor";
  const place = `${pathname}#${name}`;
  const [text, setText] = useState(mine?.typed ?? "");
  const [key, setKey] = useState(messageKey);
  /** The box around the form's other fields, and what was chosen and typed there. */
  const fieldsBox = useRef<HTMLDivElement>(null);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [restored, setRestored] = useState(false);
  /** Counts messages, so that the form's other fields are reset for each. */
  const [round, setRound] = useState(0);
  const { files, add, remove, restore, clear, busy } = useAttachments();
  /** The message sent but not confirmed yet; `seen` is the previous result. */
  const sent = useRef<{ text: string; seen: unknown } | null>(null);
  const tried = useRef(false);

  useEffect(() => {
    const kept = readTyped<AttachmentView>(who, place);
    // Text typed before hydration, or restored after a refusal, comes first.
    const there = area.current?.value ?? "";
    if (there.trim() === "" && kept) setText(kept.text);
    else setText(there);
    if (kept) {
      setKey(kept.key);
      setFields(fillEmpty(fieldsBox.current, kept.fields ?? {}));
      tried.current = true;
      if (uploads && Date.now() - kept.at < LOOSE_MS) restore(kept.files);
    }
    if (uploads && chooser.current?.files?.length) {
      add(chooser.current.files);
      chooser.current.value = "";
    }
    setRestored(true);
  }, [who, place, uploads, restore, add]);

  useEffect(() => {
    if (!restored) return;
    const stored = files.flatMap((file) => (file.view ? [file.view] : []));
    if (text === "" && stored.length === 0 && Object.values(fields).every((it) => it === "")) forgetTyped(who, place);
    else keepTypedText(who, place, { text, key, files: stored, fields });
  }, [restored, text, key, files, fields, who, place]);

  // Its own result: new, for this form, without an error.
  const done = mine !== null && !mine.error;
  useEffect(() => {
    // Before the page revalidates, because the answered question may remove this form.
    if (state === "submitting" || sent.current === null) return;
    const { text: went, seen } = sent.current;
    if (actionData === undefined || actionData === seen) return;
    sent.current = null;
    if (!done) return;
    // Text typed while sending starts the next message.
    setText((now) => (now.startsWith(went) ? now.slice(went.length).trimStart() : now));
    clear();
    setFields({});
    setKey(freshKey());
    tried.current = false;
    setRound((n) => n + 1);
    if (chooser.current) chooser.current.value = "";
  }, [state, actionData, done, clear]);

  // A redirect to the created item also means success; following a link or a sign-in redirect doesn't.
  const leads =
    state === "loading" && formMethod === "POST" && going.pathname !== pathname && !ASKS_WHO.test(going.pathname);
  useEffect(() => {
    if (leads && sent.current !== null) forgetTyped(who, place);
  }, [leads, who, place]);

  const type = (value: string) => {
    setText(value);
    // Different text with the same key would be mistaken for a resend.
    if (tried.current && value.trim() !== text.trim()) {
      tried.current = false;
      setKey(freshKey());
    }
  };
  /** Call this when one of the other fields has changed. */
  const onField = ({ target }: { target: EventTarget }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
      setFields((now) => ({ ...now, [target.name]: target.value }));
  };
  /** Call this when the form is submitted. */
  const onSent = () => {
    sent.current = { text, seen: actionData };
    tried.current = true;
  };
  return { area, chooser, fieldsBox, onField, text, type, key, round, files, add, remove, busy, onSent };
}
