import { answerInThread } from "#app/platform/server/files/read-in-thread.ts";
import { readBankReport } from "../../rules/read-bank-report.ts";

answerInThread(readBankReport);
