import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { EVENT_TYPES } from "../../rules/events.ts";
import { OWNER_KINDS, type Owner } from "../../rules/owner.ts";
import { MOST_ENDPOINTS, OVERLAP_MS, readWebhookUrl } from "../../rules/webhook.ts";
import { webhookNetwork } from "./deliver-event.ts";
import { type Endpoint, type Purpose, hostOf, listEndpoints, lockEndpoint } from "./find-endpoint.ts";
import { newSecret, sealSecret } from "./sign-event.ts";

const Events = z
  .array(z.enum(EVENT_TYPES, "Choose events from the list."))
  .min(1, "Choose at least one event.")
  .transform((chosen) => EVENT_TYPES.filter((type) => chosen.includes(type)));
const Description = z.string().trim().max(200, "A description can have up to 200 characters.").default("");

export function urlOf(typed: string): string {
  const read = readWebhookUrl(typed, webhookNetwork().open);
  if ("fault" in read) throw invalid("webhook_url", read.fault, "", { url: read.fault });
  return read.url;
}

/** Locked by its owner's name. @throws conflict webhook_exists, too_many_webhooks */
export async function refuseTaken(
  ctx: CommandContext,
  owner: Owner,
  { url, but, purpose = "events" }: { url: string; but?: string; purpose?: Purpose },
): Promise<void> {
  const all = await listEndpoints(owner, ctx.tx, purpose);
  if (all.some((one) => one.url === url && one.id !== but))
    throw conflict("webhook_exists", "Events are already sent to this address.", "Change that webhook instead.", {
      url: "Events are already sent to this address.",
    });
  if (but === undefined && all.length >= MOST_ENDPOINTS)
    throw conflict("too_many_webhooks", `You can have up to ${MOST_ENDPOINTS} webhooks.`, "Remove one first.");
}

export const recordChange = (
  ctx: CommandContext,
  { id, url, ownerId }: Pick<Endpoint, "id" | "url" | "ownerId">,
  what: string,
) =>
  ctx.fact("webhook.changed", {
    subjectId: ownerId,
    data: { uid: ownerId, endpointId: id, host: hostOf({ url }), what: what as "created" },
  });

const byId = { endpointId: z.string() };
/** Adds an address that events are sent to. Its secret is only returned here. @throws conflict webhook_exists */
export const createEndpoint = command({
  input: z.object({
    ownerKind: z.enum(OWNER_KINDS),
    ownerId: z.string(),
    url: z.string(),
    description: Description,
    events: Events,
  }),
  async load({ ownerKind, ownerId }, { tx }) {
    await lockName(tx, `webhooks of ${ownerKind} ${ownerId}`);
    return { ownerKind, ownerId };
  },
  allow: (actor, owner) => can.manage(actor, owner) || "You can only add webhooks of your own.",
  async run({ input, thing: owner, ...ctx }) {
    const url = urlOf(input.url);
    await refuseTaken(ctx, owner, { url });
    const id = newId("webhook");
    const secret = newSecret();
    await ctx.tx
      .insertInto("webhook_endpoints")
      .values({
        id,
        ...owner,
        url,
        description: input.description,
        events: json(input.events),
        secret: sealSecret(secret, id),
        status: "active",
        createdAt: ctx.now,
      })
      .execute();
    await recordChange(ctx, { id, url, ownerId: owner.ownerId }, "created");
    return { id, secret };
  },
});

/** Changes where events are sent, or which. */
export const changeEndpoint = command({
  input: z.object({
    ...byId,
    url: z.string().optional(),
    description: Description.optional(),
    events: Events.optional(),
  }),
  load: ({ endpointId }, { tx, actor }) => lockEndpoint(tx, actor, endpointId, "events"),
  allow: (actor, endpoint) => can.manage(actor, endpoint),
  async run({ input, thing: endpoint, ...ctx }) {
    const url = input.url === undefined ? endpoint.url : urlOf(input.url);
    await refuseTaken(ctx, endpoint, { url, but: endpoint.id });
    await ctx.tx
      .updateTable("webhook_endpoints")
      .set({
        url,
        ...(input.description === undefined ? {} : { description: input.description }),
        ...(input.events === undefined ? {} : { events: json(input.events) }),
      })
      .where("id", "=", endpoint.id)
      .execute();
    await recordChange(ctx, { ...endpoint, url }, "changed");
  },
});

/** Makes a new secret. Signatures are made with both for a day, so that the receiver has time to change. */
export const rotateSecret = command({
  input: z.object(byId),
  load: ({ endpointId }, { tx, actor }) => lockEndpoint(tx, actor, endpointId, "events"),
  allow: (actor, endpoint) => can.manage(actor, endpoint),
  async run({ thing: endpoint, ...ctx }) {
    const secret = newSecret();
    await ctx.tx
      .updateTable("webhook_endpoints")
      .set({
        secret: sealSecret(secret, endpoint.id),
        previousSecret: endpoint.secret,
        previousUntilAt: after(ctx.now, OVERLAP_MS),
      })
      .where("id", "=", endpoint.id)
      .execute();
    await recordChange(ctx, endpoint, "rotated");
    return { secret };
  },
});

/** Stops sending to an endpoint. Events are held and can be sent later. Safe to repeat. */
export const pauseEndpoint = command({
  input: z.object(byId),
  load: ({ endpointId }, { tx, actor }) => lockEndpoint(tx, actor, endpointId),
  allow: (actor, endpoint) => can.manage(actor, endpoint),
  async run({ thing: endpoint, ...ctx }) {
    if (endpoint.status === "paused") return;
    await ctx.tx
      .updateTable("webhook_endpoints")
      .set({ status: "paused", pausedAt: ctx.now })
      .where("id", "=", endpoint.id)
      .execute();
    await recordChange(ctx, endpoint, "paused");
  },
});

/** Removes an endpoint. Safe to repeat: then it isn't there anymore. */
export const removeEndpoint = command({
  input: z.object(byId),
  load: ({ endpointId }, { tx, actor }) => lockEndpoint(tx, actor, endpointId),
  allow: (actor, endpoint) => can.manage(actor, endpoint),
  async run({ thing: endpoint, ...ctx }) {
    await ctx.tx
      .updateTable("webhook_endpoints")
      .set({ status: "removed", previousSecret: null })
      .where("id", "=", endpoint.id)
      .execute();
    await recordChange(ctx, endpoint, "removed");
  },
});
