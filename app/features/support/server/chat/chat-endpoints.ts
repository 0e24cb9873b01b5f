import { z } from "zod";
import { countAttempt, networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { requireHuman } from "#app/features/accounts/server/sign-in/human-check.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { readJsonBody } from "#app/platform/server/requests/read-body.ts";
import { eventStream } from "#app/platform/server/live/event-stream.ts";
import { chatKeyHashOf, keptClientKey, newChatKey } from "./chat-key.ts";
import { findChat, findChatTicket, goesOn } from "./find-chat.ts";
import { markChatSeen } from "./mark-chat-seen.ts";
import { ChatWords, hasArrived, writeChat } from "./write-chat.ts";

type Args = { actor: Actor };

/** @throws not-found if chat is off or third-party; refused if signed in, verified or not */
function visitorsOnly(actor: Actor): void {
  if (config().liveChat.kind !== "self") throw notFound("chat");
  if (actor.kind === "person")
    throw refused("The chat is for visitors.", "You're signed in, so please open a ticket under Support.");
}

const ClientKey = z.string().regex(/^[0-9a-f]{32}$/);

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const body = await readJsonBody(request);
  if (body === null || typeof body !== "object")
    throw invalid("input", "We couldn't read this request.", "Send it again.");
  return body as Record<string, unknown>;
}

/** How long the second of two clicks waits for the first, which used up the human check. */
const LOOKS = 4;
const LOOK_MS = 150;

/** Checks that a first message comes from a person. @returns false if the same message arrived in the meantime */
async function fromAPerson(body: Record<string, unknown>, arrived: () => Promise<boolean>): Promise<boolean> {
  try {
    await requireHuman(body);
    return true;
  } catch (problem) {
    for (let look = 0; look < LOOKS && body["humanCheck"]; look++) {
      await new Promise((done) => setTimeout(done, LOOK_MS));
      if (await arrived()) return false;
    }
    throw problem;
  }
}

/** `GET /api/chat`: the visitor's conversation, found by cookie; empty if there is none. */
export async function getChat(request: Request, { actor }: Args): Promise<Response> {
  visitorsOnly(actor);
  return Response.json(await findChat(chatKeyHashOf(request)));
}

/**
 * `POST /api/chat` `{ message, clientKey, name?, email?, humanCheck? }`: starts or continues a conversation and returns
 * it. The first message needs the human check. The same `clientKey` is stored only once.
 */
export async function postChat(request: Request, { actor }: Args): Promise<Response> {
  visitorsOnly(actor);
  const body = await bodyOf(request);
  const secret = ClientKey.safeParse(body["clientKey"]);
  if (!secret.success) throw invalid("input", "We couldn't read this request.", "Reload the page and try again.");
  const words = ChatWords.safeParse(body);
  if (!words.success) {
    const fields = Object.fromEntries(words.error.issues.map((issue) => [issue.path.join("."), issue.message]));
    throw invalid("input", Object.values(fields)[0] ?? "Some details are missing or wrong.", "", fields);
  }
  const carried = chatKeyHashOf(request);
  const going = await findChatTicket(carried);
  // Never adopt a key that opens nothing: someone else may have planted it.
  const made = going ? null : newChatKey(secret.data);
  const keyHash = made?.hash ?? carried!;
  const clientKey = keptClientKey(secret.data);
  const arrived = () => hasArrived(keyHash, clientKey);
  if (!(await arrived())) {
    const begins = !going || !goesOn(going);
    const network = networkOf(request.headers);
    if (!begins || (await fromAPerson(body, arrived))) {
      if (begins) await countAttempt("/chat/begin", null, network);
      else await countAttempt("/chat", keyHash, network);
      await writeChat(NOBODY, { ...words.data, keyHash, clientKey });
    }
  }
  return Response.json(await findChat(keyHash), { headers: made ? { "set-cookie": made.cookie } : {} });
}

/** `POST /api/chat/seen` `{ upTo }`: marks the conversation as seen up to an item. */
export async function postChatSeen(request: Request, { actor }: Args): Promise<Response> {
  visitorsOnly(actor);
  const { upTo } = await bodyOf(request);
  const keyHash = chatKeyHashOf(request);
  if (keyHash === null || typeof upTo !== "string") throw notFound("conversation");
  await markChatSeen(NOBODY, { keyHash, upTo });
  return Response.json({ ok: true });
}

/** `GET /api/chat/live`: sends an event for each new message; the browser then reads the conversation by cookie. */
export async function chatStream(request: Request, { actor }: Args): Promise<Response> {
  visitorsOnly(actor);
  const ticket = await findChatTicket(chatKeyHashOf(request));
  if (!ticket || !goesOn(ticket)) throw notFound("conversation");
  return eventStream([`chat:${ticket.id}`]);
}
