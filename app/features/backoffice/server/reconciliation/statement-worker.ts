import { answerInThread } from "#app/platform/server/files/read-in-thread.ts";
import { readStatements } from "../../rules/reconciliation/bank-statement.ts";

answerInThread(readStatements);
