import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import type { Currency } from "#app/platform/rules/core/money.ts";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Tx, json } from "#app/platform/server/core/database.ts";
import { type Standing, decidesFor } from "#app/features/organizations/rules/organization.ts";
import { lockOrganization, managersOf } from "#app/features/organizations/server/find-organization.ts";
import {
  type ContractPercents,
  type ContractTurnarounds,
  STEP_NUMBERS,
  type VolumeStep,
  contractWords,
  highestPercent,
} from "../rules/contract-price.ts";
import { SERVICES, TURNAROUNDS, type Turnaround } from "../rules/policy.ts";
import { checkTerms } from "./check-standing-terms.ts";
import type { ContractPrice } from "./find-contract.ts";
import { pricingNow } from "./read-pricing.ts";

const decides = (actor: Actor, it: Standing): true | string => decidesFor(actor, it, "prices", "agree on prices");

async function lockContract(tx: Tx, actor: Actor, id: string) {
  const known = isId("contractPrice", id)
    ? await tx.selectFrom("contract_prices").select("organizationId").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!known) throw notFound("contract");
  const organization = await lockOrganization(tx, actor, known.organizationId);
  const contract = await tx
    .selectFrom("contract_prices")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { contract, organization };
}

async function factOf(
  tx: Tx,
  { id, name, currency }: { id: string; name: string; currency: Currency },
  contract: ContractPrice,
) {
  const uids = await managersOf(id, tx);
  return {
    subjectId: contract.id,
    data: { organizationId: id, name, contractId: contract.id, prices: contractWords(contract, currency), uids },
    topics: ["staff", ...uids.map((uid) => `user:${uid}`)],
  };
}

/** A percentage without its sign. */
const bare = (typed: string): string => typed.replace(/%$/, "").trimEnd();

/** @throws invalid at the field that isn't a number */
function turnaroundsTyped(typed: Partial<Record<Turnaround, string>>): ContractTurnarounds {
  const points: ContractTurnarounds = {};
  for (const turnaround of TURNAROUNDS) {
    const text = bare(typed[turnaround] ?? "");
    if (text === "") continue;
    const fault = "Enter a whole number above 0.";
    if (!/^[1-9]\d?$/.test(text))
      throw invalid("contract", fault, "Correct the marked field and try again.", {
        [`turnaround-${turnaround}`]: fault,
      });
    points[turnaround] = Number(text);
  }
  return points;
}

/** @throws invalid at the field that isn't an amount or a number, or doesn't rise */
function stepsTyped(typed: readonly { from: string; points: string }[], currency: Currency): VolumeStep[] {
  const steps: VolumeStep[] = [];
  for (const [i, { from, points }] of typed.entries()) {
    if (from === "" && points === "") continue;
    const last = steps.at(-1);
    const wrong = (field: string, fault: string) =>
      invalid("contract", fault, "Correct the marked field and try again.", { [`${field}${i + 1}`]: fault });
    const fromMinor = moneyTyped(from, currency) ?? 0;
    if (fromMinor <= (last?.fromMinor ?? 0)) throw wrong("from", "Enter an amount that's above the one before.");
    const number = /^\d{1,2}$/.test(points) ? Number(points) : 0;
    if (number <= (last?.points ?? 0)) throw wrong("points", "Enter a whole number that's above the one before.");
    steps.push({ fromMinor, points: number });
  }
  return steps;
}

/** Proposes prices for an organization. They count once another admin agrees, for orders that are priced from then on. */
export const proposeContract = command({
  input: z.object({
    organizationId: z.string(),
    /** Percent off by service, as typed; empty for none. */
    percents: z.record(z.enum(SERVICES), z.string().trim()),
    /** Percentage points off by turnaround, as typed; empty for none. */
    turnarounds: z.partialRecord(z.enum(TURNAROUNDS), z.string().trim()).default({}),
    /** As typed; those without both are left out. */
    steps: z
      .array(z.object({ from: z.string().trim(), points: z.string().trim() }))
      .max(STEP_NUMBERS.length)
      .default([]),
    startsAt: z.date().nullable(),
    endsAt: z.date().nullable(),
  }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => decides(actor, it),
  async run({ input, thing: it, ...ctx }): Promise<void> {
    if (it.isClosed) throw conflict("closed", "This organization is closed.", "Nothing can be ordered for it.");
    const { tx, now } = ctx;
    const terms = { startsAt: input.startsAt ?? now, endsAt: input.endsAt };
    const policy = await pricingNow({ tx, now });
    const percents: ContractPercents = {};
    for (const service of SERVICES) {
      const typed = bare(input.percents[service] ?? "");
      if (typed === "") continue;
      const percent = /^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN;
      checkTerms({ percent, ...terms }, now, policy);
      percents[service] = percent;
    }
    const turnarounds = turnaroundsTyped(input.turnarounds);
    const steps = stepsTyped(input.steps, it.currency);
    const agreed = { percents, turnarounds, steps };
    const noService = Object.keys(percents).length === 0;
    if (noService && (steps.length > 0 || Object.keys(turnarounds).length === 0)) {
      const fault =
        steps.length > 0
          ? "Enter a percentage for at least one service. Steps add to it."
          : "Enter a percentage for at least one service or turnaround.";
      throw invalid("contract", fault, "", { percent: fault });
    }
    checkTerms({ percent: highestPercent(agreed), ...terms }, now, policy);
    const waiting = await tx
      .selectFrom("contract_prices")
      .selectAll()
      .where("organizationId", "=", it.id)
      .where("state", "=", "proposed")
      .executeTakeFirst();
    const words = contractWords(agreed, it.currency);
    if (waiting && contractWords(waiting, it.currency) === words) return;
    if (waiting) throw conflict("proposed", "Other prices wait for the second admin.", "Decide about them first.");
    const contract = await tx
      .insertInto("contract_prices")
      .values({
        id: newId("contractPrice"),
        organizationId: it.id,
        percents: json(percents),
        turnarounds: json(turnarounds),
        steps: json(steps),
        ...terms,
        proposedBy: uidOf(ctx.actor),
        proposedAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await ctx.fact("contract_price.proposed", await factOf(tx, it, contract));
  },
});

const Reason = z.string().trim().max(500, "Use at most 500 characters.").default("");

/** Agrees to prices that another admin proposed, or declines them. Agreed prices replace those before. */
export const decideContract = command({
  input: z.object({ contractId: z.string(), approve: z.boolean(), reason: Reason }),
  load: ({ contractId }, { tx, actor }) => lockContract(tx, actor, contractId),
  allow: (actor, { contract, organization }, { approve }) => {
    const allowed = decides(actor, organization);
    // The admin who proposed them may take them back.
    return allowed === true && approve && contract.proposedBy === uidOf(actor)
      ? "Another admin has to agree to it."
      : allowed;
  },
  async run({ input, thing: { contract, organization }, ...ctx }): Promise<void> {
    if (contract.state === (input.approve ? "active" : "declined")) return;
    if (contract.state !== "proposed")
      throw conflict("decided", "This was decided in the meantime.", "Reload the page to see how.");
    if (input.approve && contract.endsAt !== null && contract.endsAt <= ctx.now)
      throw conflict("over", "Their last day has passed.", "Decline them, and propose new ones.");
    if (input.approve)
      await ctx.tx
        .updateTable("contract_prices")
        .set({ state: "ended", endedAt: ctx.now, reason: "Replaced by new prices." })
        .where("organizationId", "=", organization.id)
        .where("state", "=", "active")
        .execute();
    await ctx.tx
      .updateTable("contract_prices")
      .set({
        state: input.approve ? "active" : "declined",
        // They never count before they're agreed to.
        ...(input.approve && contract.startsAt < ctx.now ? { startsAt: ctx.now } : {}),
        decidedBy: uidOf(ctx.actor),
        decidedAt: ctx.now,
        reason: input.reason,
      })
      .where("id", "=", contract.id)
      .execute();
    await ctx.fact(
      input.approve ? "contract_price.agreed" : "contract_price.declined",
      await factOf(ctx.tx, organization, contract),
    );
  },
});

/** Ends agreed prices. Prices that are held keep them. Safe to repeat. */
export const endContract = command({
  input: z.object({ contractId: z.string(), reason: Reason }),
  load: ({ contractId }, { tx, actor }) => lockContract(tx, actor, contractId),
  allow: (actor, { organization }) => decides(actor, organization),
  async run({ input, thing: { contract, organization }, ...ctx }): Promise<void> {
    if (contract.state !== "active") return;
    await ctx.tx
      .updateTable("contract_prices")
      .set({ state: "ended", endedAt: ctx.now, reason: input.reason })
      .where("id", "=", contract.id)
      .execute();
    await ctx.fact("contract_price.ended", await factOf(ctx.tx, organization, contract));
  },
});
