import { useLive } from "#app/platform/browser/live/live.ts";
import { Instant } from "../instant.tsx";
import { ErrorNote, type ShownProblem } from "../notice.tsx";
import styles from "./task-progress.module.css";

type Task = {
  id: string;
  title: string;
  unit: string;
  state: "running" | "done" | "failed";
  done: number;
  total: number;
  startedBy: string;
  startedAt: string;
  problem: ShownProblem | null;
};

const many = (n: number): string => n.toLocaleString("en-US");

/** Long tasks that are running, with how far they are, and why one failed. Nothing if there are none. */
export function TaskProgress({ tasks }: { tasks: readonly Task[] }) {
  useLive((event) => event.kind === "task.moved");
  if (tasks.length === 0) return null;
  return (
    <div className={styles.tasks}>
      {tasks.map((task) =>
        task.problem ? (
          <ErrorNote
            key={task.id}
            problem={{ ...task.problem, message: `${task.title} stopped: ${task.problem.message}` }}
          />
        ) : (
          <section key={task.id} className={styles.task} aria-label={task.title}>
            <p className={styles.title}>{task.title}</p>
            <progress value={task.done} max={task.total} aria-label={task.title} />
            <p className={styles.far}>
              {many(task.done)} of {many(task.total)} {task.unit}. Started by {task.startedBy},{" "}
              <Instant at={task.startedAt} />. You can leave this page. We'll notify {task.startedBy} when it's done.
            </p>
          </section>
        ),
      )}
    </div>
  );
}
