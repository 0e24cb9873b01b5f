import { answerInThread } from "#app/platform/server/files/read-in-thread.ts";
import { previewGiven } from "../../rules/bank-files/csv-preview.ts";

answerInThread(previewGiven);
