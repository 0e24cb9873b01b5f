import { answerInThread } from "#app/platform/server/files/read-in-thread.ts";
import { previewColumns } from "../../rules/bank-files/csv-preview.ts";

answerInThread(previewColumns);
