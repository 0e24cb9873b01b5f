import { afterAll, beforeAll, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { availableEarning, payoutsOf } from "../../testing/earnings.ts";
import { approveRun } from "../runs/approve-run.ts";
import { prepareRun } from "../runs/prepare-run.ts";
import { sendRun } from "../runs/send-run.ts";
import { cancelRun, settleRun } from "../runs/settle-run.ts";
import { askSmallPayout } from "./ask-small-payout.ts";
import { findNextPayout } from "./find-next-payout.ts";

const [ada, ben, jonas, priya] = [personOf("ada"), personOf("ben"), personOf("jonas"), personOf("priya")];
const DECEMBER = new Date("2026-12-01T09:00:00Z");

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  setClock(NOON);
  await availableEarning(jonas.uid, 1_240, after(NOON, -DAY));
});
afterAll(() => world.close());

const ask = (who = jonas) => askSmallPayout(who, { uid: jonas.uid });
const next = (at = DECEMBER) => findNextPayout(jonas.uid, at);

test("an editor asks once for a payout below the minimum, and a run pays it", async () => {
  expect(await next(NOON)).toMatchObject({
    payable: false,
    canAskSmall: true,
    reasons: ["$12.40 is below the $25.00 minimum, so it carries over."],
  });
  for (const who of [priya, ada]) await expect(ask(who)).rejects.toMatchObject({ kind: "refused" });
  await expect(askSmallPayout(priya, { uid: priya.uid })).rejects.toMatchObject({ code: "not_small" });
  const both = await Promise.allSettled([ask(), ask()]);
  expect(both.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(ask()).rejects.toMatchObject({ code: "small_payout_asked" });
  expect(await next(NOON)).toMatchObject({ payable: true, canAskSmall: false, amountMinor: 1_240 });

  // A run that's canceled hasn't used it.
  setClock(DECEMBER);
  const first = await prepareRun(ada, {});
  expect(await payoutsOf(first.runId)).toMatchObject([{ editorId: jonas.uid, amountMinor: 1_240 }]);
  await cancelRun(ada, { runId: first.runId });
  const { runId } = await prepareRun(ada, {});
  await approveRun(ben, { runId });
  await sendRun(ada, { runId });
  await settleRun(ada, { runId });

  // The next one has the minimum again.
  await availableEarning(jonas.uid, 900, after(DECEMBER, DAY));
  const later = after(DECEMBER, 8 * DAY);
  setClock(later);
  expect(await next(later)).toMatchObject({
    payable: false,
    canAskSmall: false,
    reasons: ["$9.00 is below the $25.00 minimum, so it carries over."],
  });
  await expect(ask()).rejects.toMatchObject({ code: "small_payout_asked" });
});
