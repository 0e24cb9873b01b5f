import { SERVICE_WORKER } from "./service-worker-messages.ts";

/** A browser's push subscription. */
export type Subscribed = { endpoint: string; p256dh: string; auth: string };

/** Why notifications can't be turned on here; undefined when they can. */
export function whyNoPush(): "unsupported" | "denied" | undefined {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis))
    return "unsupported";
  return Notification.permission === "denied" ? "denied" : undefined;
}

/**
 * Asks for permission and subscribes. Call it from a click, because browsers show no prompt otherwise.
 * @param key the product's public key, as URL-safe base64
 * @returns undefined if permission is denied @throws if the browser's push service can't be reached
 */
export async function subscribeToPush(key: string): Promise<Subscribed | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  await navigator.serviceWorker.register(SERVICE_WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another key no longer works: the product's secret was changed.
  const old = await pushManager.getSubscription();
  await old?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" };
}

/** Unsubscribes in this browser, too. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(SERVICE_WORKER);
  const made = await registration?.pushManager.getSubscription();
  await made?.unsubscribe();
}
