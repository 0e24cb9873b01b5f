import { answerInThread } from "#app/platform/server/core/read-in-thread.ts";
import { readBankReport } from "../../rules/read-bank-report.ts";

answerInThread(readBankReport);
