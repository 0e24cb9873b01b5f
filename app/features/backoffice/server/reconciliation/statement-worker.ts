import { answerInThread } from "#app/platform/server/files/read-in-thread.ts";
import { readStatement } from "../../rules/reconciliation/bank-statement.ts";

answerInThread(readStatement);
