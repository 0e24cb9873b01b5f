import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { only } from "#app/platform/rules/core/duties.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { ALERT_FORMATS, ALERT_TYPES, OWN_EMAIL, mayHaveAlerts } from "../../rules/alerts.ts";
import { recordChange, refuseTaken, urlOf } from "../webhooks/change-endpoints.ts";
import { lockEndpoint } from "../webhooks/find-endpoint.ts";
import { newSecret, sealSecret } from "../webhooks/sign-event.ts";

const Hour = z.coerce.number("Choose an hour.").int().min(0).max(23).nullable();
const FIELDS = {
  alerts: z
    .array(z.enum(ALERT_TYPES, "Choose from the list."))
    .min(1, "Choose at least one alert.")
    .transform((chosen) => ALERT_TYPES.filter((type) => chosen.includes(type))),
  quietFrom: Hour,
  quietTo: Hour,
};

const allow = (actor: Actor): true | string => mayHaveAlerts(actor) || only("operations", "get alerts");

function checkHours({ quietFrom, quietTo }: { quietFrom: number | null; quietTo: number | null }): void {
  if ((quietFrom === null) === (quietTo === null)) return;
  const fault = "Choose both hours, or none.";
  throw invalid("quiet_hours", fault, "", { quietTo: fault });
}

/**
 * Adds a place where an admin gets alerts: a channel in Slack or Teams, by the address of its incoming webhook, or
 * their own email address. @throws invalid, conflict webhook_exists
 */
export const addAlertChannel = command({
  input: z.object({ format: z.enum(ALERT_FORMATS, "Choose where alerts go."), url: z.string().default(""), ...FIELDS }),
  async load(_input, { tx, actor }) {
    const uid = uidOf(actor);
    await lockName(tx, `webhooks of person ${uid}`);
    return { ownerKind: "person" as const, ownerId: uid ?? "" };
  },
  allow: (actor) => allow(actor),
  async run({ input, thing: owner, ...ctx }): Promise<{ endpointId: string }> {
    checkHours(input);
    const url = input.format === "email" ? OWN_EMAIL : urlOf(input.url);
    await refuseTaken(ctx, owner, { url, purpose: "alerts" });
    const id = newId("webhook");
    await ctx.tx
      .insertInto("webhook_endpoints")
      .values({
        id,
        ...owner,
        url,
        format: input.format,
        description: "",
        events: json(input.alerts),
        quietFrom: input.quietFrom,
        quietTo: input.quietTo,
        // Chats don't check signatures; every endpoint has one all the same.
        secret: sealSecret(newSecret(), id),
        status: "active",
        createdAt: ctx.now,
      })
      .execute();
    await recordChange(ctx, { id, url, ownerId: owner.ownerId }, "created");
    return { endpointId: id };
  },
});

/** Changes which alerts a channel gets, and when it's quiet. The address stays: add another channel for another one. */
export const changeAlertChannel = command({
  input: z.object({ endpointId: z.string(), ...FIELDS }),
  load: ({ endpointId }, { tx, actor }) => lockEndpoint(tx, actor, endpointId, "alerts"),
  allow: (actor) => allow(actor),
  async run({ input, thing: channel, ...ctx }): Promise<void> {
    checkHours(input);
    await ctx.tx
      .updateTable("webhook_endpoints")
      .set({ events: json(input.alerts), quietFrom: input.quietFrom, quietTo: input.quietTo })
      .where("id", "=", channel.id)
      .execute();
    await recordChange(ctx, channel, "changed");
  },
});
