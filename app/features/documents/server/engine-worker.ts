import { answerTasks } from "#app/platform/server/core/answer-tasks.ts";
import { TASKS } from "./tasks.ts";

/** The document engine's threads. */
answerTasks(TASKS);
