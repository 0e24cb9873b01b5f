import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { OTHER_STATES, orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { type Flow, type Move, drawFlow, faultsOf } from "#app/platform/rules/core/flow.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import { answerQuery } from "#app/features/messages/server/answer-query.ts";
import { withdrawQuery } from "#app/features/messages/server/withdraw-query.ts";
import { watchQueries } from "#app/features/messages/server/watch-queries.ts";
import { chargeFlow } from "../../rules/change/charge.ts";
import { readingFlow } from "../../rules/review/second-reading.ts";
import { dateProposalFlow } from "../../rules/change/date-change.ts";
import { lateDecisionFlow } from "../../rules/deadline/late-order.ts";
import { changeFlow } from "../../rules/change/order-change.ts";
import { wordFlow } from "../../rules/change/word-difference.ts";
import { type OrderMove, type OrderStatus, STATUS_WORDS, orderFlow } from "../../rules/flow.ts";
import { acceptByClock, acceptOrder } from "./accept-order.ts";
import { assignOrder } from "./assign-order.ts";
import { closeOrders } from "./close-orders.ts";
import { deliverOrder } from "./deliver-order.ts";
import { failQa } from "../review/fail-qa.ts";
import { getOrder, lockOrder } from "../views/find-order.ts";
import { finishLeftSubmissions } from "../review/finish-submission.ts";
import { holdOrder } from "../holds/hold-order.ts";
import { moveOrder } from "./move-order.ts";
import { passQa } from "../review/pass-qa.ts";
import { releaseOrder } from "./release-order.ts";
import { requestRevision } from "./request-revision.ts";
import { startOrder } from "../work/start-order.ts";
import { startRevision } from "../work/start-revision.ts";
import { submitWork } from "../work/submit-work.ts";
import { unholdOrder } from "../holds/unhold-order.ts";
import type { Submission } from "../work/find-work.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const sam = personOf("sam");
const ada = personOf("ada");
const ben = personOf("ben");
const GOOD = { accuracy: 30, language: 22, instructions: 18, formatting: 9, letter: 9 };
const POOR = { accuracy: 10, language: 12, instructions: 10, formatting: 5, letter: 5 };

/** Moves whose commands belong to drafts, payments or the clock of unpaid orders, which are tested there. */
const ELSEWHERE: readonly OrderMove[] = [
  "quote",
  "pass_on",
  "return_read",
  "ask_quote",
  "accept_quote",
  "renegotiate",
  "end_quote",
  "reopen",
  "begin_payment",
  "expire",
  "withdraw",
  "revoke",
  "pay",
  "cancel",
  "refund",
  "close_revision",
  "dispute",
  "settle_dispute",
  "lose_dispute",
];

type Case = {
  name: string;
  move: OrderMove;
  /** States to try it from. Default: the row's own, unless this command covers only some of them. */
  from?: readonly OrderStatus[];
  right: Actor;
  wrong: readonly Actor[];
  prepare?(id: string, sourceId: string): Promise<void>;
  act(actor: Actor, id: string): Promise<unknown>;
};

const submission = async (orderId: string, status: Submission["status"], review = false) => {
  const id = newId("submission");
  await world.db
    .insertInto("submissions")
    .values({
      id,
      orderId,
      editorId: CAST.jonas.uid,
      round: 1,
      status,
      letter: "Dear author",
      createdAt: NOON,
      submittedAt: after(NOON, -DAY),
    })
    .execute();
  if (review)
    await world.db
      .insertInto("qa_reviews")
      .values({
        id: newId("review"),
        orderId,
        submissionId: id,
        reason: "trial",
        dueAt: after(NOON, DAY),
        createdAt: NOON,
      })
      .execute();
};
const query = async (orderId: string) => {
  await world.db
    .insertInto("messages")
    .values({
      id: newId("message"),
      orderId,
      authorId: jonas.uid,
      authorRole: "editor",
      kind: "query",
      body: "Which year?",
      blocking: true,
      createdAt: NOON,
    })
    .execute();
};
const queryOf = async (orderId: string) =>
  (
    await world.db
      .selectFrom("messages")
      .select("id")
      .where("orderId", "=", orderId)
      .where("kind", "=", "query")
      .executeTakeFirst()
  )?.id ?? newId("message");
const withCopy = (id: string, sourceId: string) =>
  storeFile(id, {
    purpose: "tracked",
    name: "soil-moisture edited.docx",
    bytes: COPIES.tracked(),
    by: jonas.uid,
    sourceFileId: sourceId,
  }).then(() => {});

const CASES: readonly Case[] = [
  {
    name: "an editor who accepted",
    move: "assign",
    right: jonas,
    wrong: [amara, priya, sam, NOBODY],
    act: (actor, orderId) => assignOrder(actor, { orderId, editorId: jonas.uid, how: "invite" }),
  },
  {
    name: "an admin chose",
    move: "assign",
    right: ada,
    wrong: [jonas, sam],
    act: (actor, orderId) => assignOrder(actor, { orderId, editorId: jonas.uid, how: "admin" }),
  },
  {
    name: "the editor",
    move: "start",
    right: jonas,
    wrong: [amara, priya, sam, ada, NOBODY],
    act: (actor, orderId) => startOrder(actor, { orderId }),
  },
  {
    name: "a blocking query",
    move: "pause",
    right: jonas,
    wrong: [amara, priya, sam, ada],
    act: async (actor, orderId) => {
      const asked = await askQuery(actor, { orderId, body: "Which year is meant?", blocking: true });
      if (!asked.paused) throw new Problem("conflict", "not_paused", asked.notice ?? "already paused");
    },
  },
  {
    name: "the answer",
    move: "resume",
    right: amara,
    wrong: [mei, jonas, sam, ada],
    prepare: query,
    act: async (actor, orderId) => answerQuery(actor, { orderId, queryId: await queryOf(orderId), body: "2019" }),
  },
  {
    name: "the question withdrawn",
    move: "resume",
    right: jonas,
    wrong: [priya, amara, sam],
    prepare: query,
    act: async (actor, orderId) => withdrawQuery(actor, { orderId, queryId: await queryOf(orderId) }),
  },
  {
    name: "a submission through the gate",
    move: "submit",
    right: jonas,
    wrong: [amara, priya, sam, ada],
    prepare: withCopy,
    act: (actor, orderId) => submitWork(actor, { noAi: true, orderId, letter: "Dear Dr. Osei, done." }),
  },
  {
    name: "the reviewer sends it back",
    move: "require_changes",
    right: ada,
    wrong: [jonas, amara, sam, priya],
    prepare: (id) => submission(id, "submitted", true),
    act: (actor, orderId) => failQa(actor, { orderId, scores: POOR, note: "Table 2 was left untouched." }),
  },
  {
    name: "the reviewer lets it through",
    move: "deliver",
    from: ["qa_review"],
    right: ben,
    wrong: [jonas, amara, sam, priya],
    prepare: (id) => submission(id, "submitted", true),
    act: (actor, orderId) => passQa(actor, { orderId, scores: GOOD }),
  },
  {
    name: "without a review",
    move: "deliver",
    right: SYSTEM,
    wrong: [],
    prepare: (id) => submission(id, "submitted"),
    act: (actor, orderId) =>
      transact(actor, async (ctx) => {
        const order = await lockOrder(ctx.tx, orderId);
        return deliverOrder(
          ctx,
          order,
          await ctx.tx.selectFrom("submissions").selectAll().where("orderId", "=", orderId).executeTakeFirstOrThrow(),
        );
      }),
  },
  {
    name: "the product",
    move: "review",
    right: SYSTEM,
    wrong: [],
    act: (actor, orderId) => transact(actor, async (ctx) => moveOrder(ctx, await lockOrder(ctx.tx, orderId), "review")),
  },
  {
    name: "the author",
    move: "accept",
    right: amara,
    wrong: [mei, jonas, sam, ada, NOBODY],
    act: (actor, orderId) => acceptOrder(actor, { orderId }),
  },
  {
    name: "the author",
    move: "request_revision",
    right: amara,
    wrong: [mei, jonas, sam, ada],
    act: (actor, orderId) => requestRevision(actor, { orderId, note: "Please shorten the abstract to 200 words." }),
  },
  {
    name: "the editor",
    move: "start_revision",
    right: jonas,
    wrong: [priya, amara, ada],
    act: (actor, orderId) => startRevision(actor, { orderId }),
  },
  {
    name: "an admin",
    move: "release",
    right: ada,
    wrong: [jonas, amara, sam],
    act: (actor, orderId) => releaseOrder(actor, { orderId, reason: "The editor is ill." }),
  },
  {
    name: "an admin",
    move: "hold",
    right: ada,
    wrong: [jonas, amara, sam],
    act: (actor, orderId) => holdOrder(actor, { orderId, reason: "The author's rights are in question." }),
  },
  {
    name: "an admin",
    move: "unhold",
    right: ada,
    wrong: [jonas, amara, sam],
    act: (actor, orderId) => unholdOrder(actor, { orderId }),
  },
];

type AnyFlow = Flow<string, string, string>;
/** Flows besides the order's own, each with what it is and where it's written. */
const BESIDE: readonly { title: string; text: string; flow: AnyFlow }[] = [
  {
    title: "A later due date",
    text: "A proposal for a later due date (`app/features/orders/rules/change/date-change.ts`) doesn't change the order's state. It applies once the author and the editor have both agreed.",
    flow: dateProposalFlow,
  },
  {
    title: "The second reading",
    text: "An order whose price includes a second reader has a second reading (`app/features/orders/rules/review/second-reading.ts`). The search for a reader starts halfway through the first editor's time, and their window is the last quarter of it. While the reading is open, the order is in `second_reading`.",
    flow: readingFlow,
  },
  {
    title: "An extra charge",
    text: "A charge on an order that is already paid (`app/features/orders/rules/change/charge.ts`) doesn't change the order's state. It applies once it's paid. Money that arrives when it no longer applies is refunded automatically.",
    flow: chargeFlow,
  },
  {
    title: "A very late order",
    text: "An order that is late by a quarter of its window needs a decision by staff (`app/features/orders/rules/deadline/late-order.ts`): another editor, or a later date that is agreed to. Without one, it's still refunded in full when its time is over.",
    flow: lateDecisionFlow,
  },
  {
    title: "A word difference",
    text: "A word count that an editor or staff find to differ from what was paid (`app/features/orders/rules/change/word-difference.ts`). Our own counter counts the stored files again; where it disagrees with an editor, staff decide.",
    flow: wordFlow,
  },
  {
    title: "A changed order",
    text: "A proposal for an earlier date, another service or other add-ons (`app/features/orders/rules/change/order-change.ts`), priced by the rules the order was priced with. It applies once the author and the editor have agreed and a difference is paid.",
    flow: changeFlow,
  },
];

/** The table as a page of the docs. */
function orderFlowPage(): string {
  const cell = (text: string | undefined) => (text ?? "").replaceAll("|", "\\|");
  const tableOf = (flow: AnyFlow) => [
    "```mermaid",
    drawFlow(flow),
    "```",
    "",
    "| move | from | to | by | when | ledger | clock |",
    "|---|---|---|---|---|---|---|",
    ...Object.entries<Move<string, string>>(flow.moves).map(
      ([name, m]) =>
        `| ${name} | ${m.from.join(", ")} | ${m.to === "back" ? "the state it left" : m.to} | ${m.by.join(", ")} | ${cell(m.when)} | ${cell(m.ledger)} | ${cell(m.clock)} |`,
    ),
    "",
  ];
  const states = orderFlow.states.map((s) => `| ${s} | ${STATUS_WORDS[s]} |`);
  return [
    "# Life of an order",
    "",
    "Generated from the table in `app/features/orders/rules/flow.ts` and checked by a test. Only `moveOrder` changes a status, following these rows.",
    "",
    ...tableOf(orderFlow),
    ...BESIDE.flatMap(({ title, text, flow }) => [`## ${title}`, "", text, "", ...tableOf(flow)]),
    "## States",
    "",
    "| state | as people read it |",
    "|---|---|",
    ...states,
    "",
  ].join("\n");
}

describe("the table of moves", () => {
  test("is sound: every state is reached and left", () => {
    expect(faultsOf(orderFlow)).toEqual([]);
    for (const { flow } of BESIDE) expect(faultsOf(flow)).toEqual([]);
  });

  test("every row's commands are tested here, or listed as tested elsewhere", () => {
    const here = new Set<string>([...CASES.map((c) => c.move), "close"]);
    expect(Object.keys(orderFlow.moves).filter((m) => !here.has(m) && !ELSEWHERE.includes(m as OrderMove))).toEqual([]);
    expect(ELSEWHERE.filter((m) => here.has(m))).toEqual([]);
  });

  test("the page in the docs matches the table (npx vitest run -u updates it)", async () => {
    await expect(orderFlowPage()).toMatchFileSnapshot("../../../../../docs/order-flow.md");
  });

  for (const it of CASES) {
    const row = orderFlow.moves[it.move];
    const froms = it.from ?? (row.from as readonly OrderStatus[]);
    describe(`${it.move}: ${it.name}`, () => {
      test.each([...froms])("from %s: refused to everyone else, and of two at once one succeeds", async (from) => {
        const { id, sourceId } = await orderIn(from);
        await it.prepare?.(id, sourceId);
        for (const actor of it.wrong)
          await expect(it.act(actor, id), JSON.stringify(actor)).rejects.toMatchObject({ kind: "refused" });
        expect((await getOrder(id)).status).toBe(from);
        const both = await Promise.allSettled([it.act(it.right, id), it.act(it.right, id)]);
        expect(
          both.map((r) => (r.status === "rejected" ? ((r.reason as Problem).kind ?? String(r.reason)) : "done")).sort(),
        ).toEqual(["conflict", "done"]);
        expect((await getOrder(id)).status).toBe(row.to === "back" ? "in_progress" : row.to);
      });

      test("from any other state: refused, and nothing changes", async () => {
        for (const from of OTHER_STATES(row.from as readonly OrderStatus[])) {
          const { id, sourceId } = await orderIn(from);
          await it.prepare?.(id, sourceId);
          const result = await it.act(it.right, id).then(
            () => "done",
            (error: Problem) => error.kind ?? String(error),
          );
          // A question that doesn't pause anything may be answered or withdrawn in any state. Without an editor, nobody
          // may work.
          expect(
            it.move === "resume" ? ["conflict", "done", "refused"] : ["conflict", "refused"],
            `${it.move} from ${from}`,
          ).toContain(result);
          expect((await getOrder(id)).status, `${it.move} from ${from}`).toBe(from);
        }
      });
    });
  }
});

describe("the clock's moves", () => {
  const factsOf = (orderId: string, kind: string) =>
    world.db
      .selectFrom("facts")
      .select(["actorRole", "data"])
      .where("orderId", "=", orderId)
      .where("kind", "=", kind)
      .execute();

  test("a delivery is accepted when its time has come, not before, and once", async () => {
    const { id } = await orderIn("delivered");
    await acceptByClock(after(NOON, 7 * DAY - 1));
    expect((await getOrder(id)).status).toBe("delivered");
    await Promise.all([acceptByClock(after(NOON, 7 * DAY)), acceptByClock(after(NOON, 7 * DAY))]);
    expect((await getOrder(id)).status).toBe("accepted");
    expect(await factsOf(id, "order.accepted")).toEqual([{ actorRole: "system", data: { by: "clock" } }]);
  });

  test("an accepted order closes after its revision window, and once", async () => {
    const { id } = await orderIn("accepted");
    await closeOrders(after(NOON, 14 * DAY));
    expect((await getOrder(id)).status).toBe("accepted");
    await Promise.all([closeOrders(after(NOON, 14 * DAY + 1)), closeOrders(after(NOON, 14 * DAY + 1))]);
    expect((await getOrder(id)).status).toBe("closed");
    const { filesDueAt } = await getOrder(id);
    expect(await factsOf(id, "order.closed")).toEqual([
      { actorRole: "system", data: { filesUntilAt: filesDueAt?.toISOString() ?? null } },
    ]);
  });

  test("none of them touches an order in any other state", async () => {
    const far = after(NOON, 400 * DAY);
    for (const from of OTHER_STATES(["delivered", "accepted", "submitted"])) {
      const { id } = await orderIn(from, { set: { autoAcceptAt: NOON, revisionUntilAt: NOON } });
      await acceptByClock(far);
      await closeOrders(far);
      await watchQueries(far);
      await finishLeftSubmissions(far);
      expect((await getOrder(id)).status).toBe(from);
    }
  });

  test("an order is never waiting without a question: awaiting_client always has its question", async () => {
    const { id } = await orderIn("awaiting_client");
    await query(id);
    setClock(after(NOON, 7 * DAY));
    await Promise.all([watchQueries(after(NOON, 7 * DAY)), watchQueries(after(NOON, 7 * DAY))]);
    const order = await getOrder(id);
    expect(order).toMatchObject({ status: "in_progress", pausedAt: null, pausedMs: 7 * DAY });
    expect(await factsOf(id, "order.resumed")).toMatchObject([{ data: { why: "waited" } }]);
  });
});
