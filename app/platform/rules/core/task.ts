/** Long work with progress: what a page shows of it. */
export const TASK_STATES = ["running", "done", "failed"] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** What somebody is told when their task has ended: in the bell, with a page to open. */
export type TaskNews = { title: string; body: string; to: string };
