import { answerInThread } from "#app/platform/server/files/read-in-thread.ts";
import { readGiven } from "../../rules/reconciliation/bank-statement.ts";

answerInThread(readGiven);
