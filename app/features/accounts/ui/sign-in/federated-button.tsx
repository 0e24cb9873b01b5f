import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { Button } from "#app/ui/button.tsx";
import { IconBrandGoogle, IconBrandWindows, IconBuildingBank, IconSchool } from "#app/ui/theme/icons.ts";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { LoadingView } from "#app/ui/frame/loading-view.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import { TIPS } from "#app/ui/frame/resolving-session.tsx";
import {
  type FederatedEnd,
  type ProviderButton,
  WINDOW_NAME,
  federatedProblem,
  readAnswer,
  startAddress,
} from "../../rules/sign-in/federated.ts";
import styles from "./sign-in-ways.module.css";

const POLL_MS = 300;
/** A finished window closes itself right after it sends its answer, so an answer may still arrive from a closed window. */
const GRACE_MS = 800;
const SIZE = { width: 480, height: 680 };

const newFlow = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Opens the provider in its own window and passes on its answer. @returns null if the browser opened no window */
function openWindow(
  provider: string,
  from: string | null,
  onAnswer: (answer: { to: string } | { end: FederatedEnd }) => void,
): { giveUp(): void } | null {
  const flow = newFlow();
  const left = Math.max(0, window.screenX + (window.outerWidth - SIZE.width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - SIZE.height) / 2);
  const opened = window.open(
    startAddress(provider, { from, flow }),
    `${WINDOW_NAME}-${flow}`,
    `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`,
  );
  if (!opened) return null;
  const channel = new BroadcastChannel(WINDOW_NAME);
  const stop = () => {
    clearInterval(timer);
    channel.close();
    window.removeEventListener("message", onMessage);
  };
  const receive = (message: unknown) => {
    const answer = readAnswer(message, flow);
    if (!answer) return;
    stop();
    opened.close();
    onAnswer(answer);
  };
  // Only pages of this origin can use the channel, but any window can post a message, so check its origin.
  const onMessage = (event: MessageEvent) => {
    if (event.origin === window.location.origin) receive(event.data);
  };
  channel.addEventListener("message", (event) => receive(event.data));
  window.addEventListener("message", onMessage);
  let closedSince: number | null = null;
  const timer = setInterval(() => {
    if (!opened.closed) return;
    closedSince ??= Date.now();
    if (Date.now() - closedSince < GRACE_MS) return;
    // Keep listening: a window looks closed if the provider cuts it off from its opener.
    clearInterval(timer);
    onAnswer({ end: "popup-closed-by-user" });
  }, POLL_MS);
  return {
    giveUp() {
      stop();
      opened.close();
    },
  };
}

const ICONS: Readonly<Record<ProviderButton["kind"], typeof IconBuildingBank>> = {
  orcid: IconSchool,
  google: IconBrandGoogle,
  microsoft: IconBrandWindows,
  oidc: IconBuildingBank,
};

/** A button for each provider, and what a new account would mean. Nothing if none is configured. */
export function ProviderButtons({ providers, from }: { providers: readonly ProviderButton[]; from: string | null }) {
  if (providers.length === 0) return null;
  // ORCID tells no address, so it opens no account.
  const opening = providers.filter((it) => it.kind !== "orcid").map((it) => it.label);
  return (
    <>
      {providers.map((it) => (
        <FederatedButton key={it.id} provider={it} from={from} />
      ))}
      {opening.length > 0 ? (
        <p className={styles.wait}>
          New here? {joinWords(opening, "or")} creates your account, and you accept the <a href="/terms">terms</a> and
          the <a href="/privacy">privacy policy</a>.
        </p>
      ) : null}
    </>
  );
}

/** Signs in at an identity provider in its own window, or on this page if there's no script or no window opens. */
function FederatedButton({ provider, from }: { provider: ProviderButton; from: string | null }) {
  const { id, kind, label } = provider;
  const Icon = ICONS[kind];
  const [end, setEnd] = useState<FederatedEnd | null>(null);
  const [state, setState] = useState<"idle" | "open" | "blocked" | "done">("idle");
  const current = useRef<{ giveUp(): void } | null>(null);
  useEffect(() => () => current.current?.giveUp(), []);

  const open = (event: MouseEvent) => {
    // Leave it to the browser if someone wants a new tab.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const second = state === "open";
    current.current?.giveUp();
    setEnd(second ? "cancelled-popup-request" : null);
    current.current = openWindow(id, from, (said) => {
      if ("end" in said) {
        setEnd(said.end);
        setState("idle");
      } else {
        setState("done");
        setEnd(null);
        // Reload the whole page, because it was rendered for a signed-out visitor.
        window.location.assign(said.to);
      }
    });
    setState(current.current ? "open" : "blocked");
    if (!current.current) setEnd("cancelled-popup-request");
  };

  return (
    <>
      <ErrorNote problem={end ? federatedProblem(end, label) : null} />
      <Button
        component="a"
        href={startAddress(id, { from })}
        variant="default"
        fullWidth
        leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        onClick={open}
      >
        {state === "done" ? "Signing in…" : kind === "oidc" ? label : `Continue with ${label}`}
      </Button>
      {state === "done" ? <LoadingView tips={TIPS} /> : null}
      {state === "open" ? (
        <p className={styles.wait} role="status">
          Continue in the window that opened. Don't see it?{" "}
          <a href={startAddress(id, { from })}>Continue on this page</a>.
        </p>
      ) : null}
      {state === "blocked" ? (
        <p className={styles.wait}>
          Your browser blocked the window. <a href={startAddress(id, { from })}>Continue on this page</a>.
        </p>
      ) : null}
    </>
  );
}
