import { type Actor, SYSTEM, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem, conflict } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { TaskNews, TaskState } from "#app/platform/rules/core/task.ts";
import { publish } from "../live/live.ts";
import { type CommandContext, transact } from "./command.ts";
import { database, json } from "./database.ts";
import { enqueue } from "./jobs.ts";
import type { ProblemData } from "../requests/problem.ts";

/** How far a task is, and what it was started with. */
export type TaskAt<Input> = { id: string; subjectId: string; input: Input; done: number; total: number };

/**
 * A kind of long work, done in steps. Each step is one transaction with its progress, so a task whose worker is killed
 * goes on where it was, and two workers take turns. Staff start it, and permission is decided before.
 */
export type TaskKind<Input, Result> = {
  name: string;
  /** What is counted: "lines", "payouts". */
  unit: string;
  /** "Importing march.csv" is what it's called while it runs. */
  title(input: Input): string;
  /** Up to this many units are done at once, in the transaction that starts it. */
  atOnce: number;
  /** Does the next part. The result ends the task. */
  step(ctx: CommandContext, task: TaskAt<Input>): Promise<{ done: number } | { result: Result }>;
  /** Tidies up after a problem that a person has to solve. What earlier steps did stays. */
  failed?(ctx: CommandContext, task: TaskAt<Input>): Promise<void>;
  news(input: Input, outcome: { result: Result } | { problem: ProblemData }): TaskNews;
};
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyTaskKind = TaskKind<any, any>;

export const TASK_JOB = "task";
/** A job that has run for this long makes room for others, and goes on in another one. */
const TURN_MS = 60_000;
/** Pages that show tasks reload on this live event. */
const moved = (ctx: CommandContext) => publish(ctx.tx, ["staff"], { kind: "task.moved", orderId: null });

/**
 * Does something right away if it's little, and otherwise as a background task.
 * @returns the result, or the task
 * @throws conflict if the same is being done already
 */
export async function runOrStart<Input, Result>(
  ctx: CommandContext,
  kind: TaskKind<Input, Result>,
  about: { subjectId: string; input: Input; total: number },
): Promise<{ result: Result } | { taskId: string }> {
  const id = newId("task");
  const running = await ctx.tx
    .selectFrom("tasks")
    .select("id")
    .where("kind", "=", kind.name)
    .where("subjectId", "=", about.subjectId)
    .where("state", "=", "running")
    .executeTakeFirst();
  if (running) throw alreadyRunning();
  if (about.total <= kind.atOnce)
    for (let done = 0; ;) {
      const step = await kind.step(ctx, { id, ...about, done });
      if ("result" in step) return step;
      done = step.done;
    }
  const started = await ctx.tx
    .insertInto("tasks")
    .values({
      id,
      kind: kind.name,
      subjectId: about.subjectId,
      startedBy: uidOf(ctx.actor),
      input: json(about.input),
      total: about.total,
      startedAt: ctx.now,
      movedAt: ctx.now,
    })
    .onConflict((c) => c.columns(["kind", "subjectId"]).where("state", "=", "running").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!started) throw alreadyRunning();
  await enqueue(ctx.tx, TASK_JOB, { taskId: id });
  await moved(ctx);
  return { taskId: id };
}

const alreadyRunning = () =>
  conflict("task_running", "This is already being done.", "Its progress is on the page. Wait until it's done.");

/** The person who started a task, as its steps act: only staff start tasks. */
const actorOf = (uid: string | null): Actor =>
  uid === null
    ? SYSTEM
    : {
        kind: "person",
        uid,
        email: "",
        emailVerified: true,
        displayName: "",
        role: "admin",
        isAdmin: true,
        isEditor: false,
        isSupport: false,
        photoURL: null,
        claims: {},
        timeZone: null,
      };

/** The job of a task: does its steps until it ends. Safe to repeat and to run twice at once. */
export async function runTask(kinds: readonly AnyTaskKind[], taskId: string): Promise<void> {
  const begun = performance.now();
  const task = await database()
    .selectFrom("tasks")
    .select(["kind", "startedBy"])
    .where("id", "=", taskId)
    .executeTakeFirst();
  if (!task) return;
  const kind = kinds.find((it) => it.name === task.kind);
  if (!kind) throw new Error(`This version doesn't know the task ${task.kind}`);
  const actor = actorOf(task.startedBy);
  for (let goesOn = true; goesOn;) {
    const isLast = performance.now() - begun > TURN_MS;
    try {
      goesOn = await transact(actor, (ctx) => takeStep(ctx, kind, taskId, isLast));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const problem = error.toJSON();
      await transact(actor, (ctx) => failTask(ctx, kind, taskId, problem));
      return;
    }
  }
}

const lockTask = (ctx: CommandContext, id: string) =>
  ctx.tx.selectFrom("tasks").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();

/** @returns whether this job goes on with the next step */
async function takeStep(ctx: CommandContext, kind: AnyTaskKind, id: string, isLast: boolean): Promise<boolean> {
  const task = await lockTask(ctx, id);
  if (task.state !== "running") return false;
  const step = await kind.step(ctx, task);
  const ended = "result" in step;
  await ctx.tx
    .updateTable("tasks")
    .set(
      ended
        ? { state: "done", done: task.total, result: json(step.result ?? null), movedAt: ctx.now, endedAt: ctx.now }
        : { done: step.done, movedAt: ctx.now },
    )
    .where("id", "=", id)
    .execute();
  if (ended) await tellEnd(ctx, kind, task, { result: step.result });
  else if (isLast) await enqueue(ctx.tx, TASK_JOB, { taskId: id });
  await moved(ctx);
  return !ended && !isLast;
}

async function failTask(ctx: CommandContext, kind: AnyTaskKind, id: string, problem: ProblemData): Promise<void> {
  const task = await lockTask(ctx, id);
  if (task.state !== "running") return;
  await kind.failed?.(ctx, task);
  await ctx.tx
    .updateTable("tasks")
    .set({ state: "failed", problem: json(problem), movedAt: ctx.now, endedAt: ctx.now })
    .where("id", "=", id)
    .execute();
  await tellEnd(ctx, kind, task, { problem });
  await moved(ctx);
}

async function tellEnd(
  ctx: CommandContext,
  kind: AnyTaskKind,
  task: { startedBy: string | null; input: unknown },
  outcome: { result: unknown } | { problem: ProblemData },
): Promise<void> {
  if (task.startedBy === null) return;
  await ctx.fact("task.ended", {
    subjectId: task.startedBy,
    data: { ...kind.news(task.input, outcome), uid: task.startedBy, task: kind.name, failed: "problem" in outcome },
    topics: ["staff"],
  });
}

/** What a page shows of a task. */
export type ShownTask = {
  id: string;
  title: string;
  unit: string;
  state: TaskState;
  done: number;
  total: number;
  startedBy: string;
  startedAt: string;
  problem: ProblemData | null;
};

/** The running tasks of these kinds, and those whose last try failed: about one subject, or all. Newest first. */
export async function listTasks(kinds: readonly AnyTaskKind[], subjectId?: string): Promise<ShownTask[]> {
  const rows = await database()
    .selectFrom("tasks as t")
    .leftJoin("users as u", "u.uid", "t.startedBy")
    .select(["t.id", "t.kind", "t.input", "t.state", "t.done", "t.total", "t.startedAt", "t.problem"])
    .select("u.displayName as startedBy")
    .where(
      "t.kind",
      "in",
      kinds.map((kind) => kind.name),
    )
    .$if(subjectId !== undefined, (q) => q.where("t.subjectId", "=", subjectId!))
    .where((e) =>
      e.or([
        e("t.state", "=", "running"),
        e.and([
          e("t.state", "=", "failed"),
          e.not(
            e.exists(
              e
                .selectFrom("tasks as later")
                .select("later.id")
                .whereRef("later.subjectId", "=", "t.subjectId")
                .whereRef("later.kind", "=", "t.kind")
                .whereRef("later.startedAt", ">", "t.startedAt"),
            ),
          ),
        ]),
      ]),
    )
    .orderBy("t.startedAt", "desc")
    .limit(20)
    .execute();
  return rows.map(({ kind: name, input, startedAt, startedBy, ...row }) => {
    const kind = kinds.find((one) => one.name === name)!;
    return {
      ...row,
      title: kind.title(input),
      unit: kind.unit,
      startedAt: startedAt.toISOString(),
      startedBy: startedBy ?? "",
    };
  });
}
