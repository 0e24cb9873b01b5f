import { answerInThread } from "#app/platform/server/core/read-in-thread.ts";
import { readStatement } from "../../rules/bank-statement.ts";

answerInThread(readStatement);
