import type { Finding } from "#app/features/documents/rules/gate/findings.ts";
import { HANDED_OVER } from "../../rules/flow.ts";
import { type SkipReason, readingDueAt } from "../../rules/review/second-reading.ts";
import { type FileView, fileView } from "./file-view.ts";
import type { OrderPage } from "./read-order-page.ts";

/** A change of the first editor's that the second reader took out, with their reason. */
export type UndoneChange = Pick<Finding, "key" | "section" | "before" | "after"> & { reason: string };

/** An order's second reading as its author, its editor and staff read it. */
export type ReadingView = {
  id: string;
  status: "searching" | "taken" | "done" | "skipped" | "void";
  /** Whether it's the reader's turn. */
  turn: boolean;
  readerName: string | null;
  dueAt: Date | null;
  endedAt: Date | null;
  why: SkipReason | null;
  note: string;
  undone: UndoneChange[];
  /** Of each source, the copy with both people's changes. For the editor and staff. */
  copies: FileView[];
};

/** Null on an order without a second reader. The author reads what the reader wrote once the order is delivered. */
export function readingView(page: OrderPage): ReadingView | null {
  const { order, viewer, readings, readingFiles, files, resolutions } = page;
  if (!order.secondReader) return null;
  const [reading] = readings;
  const open = viewer !== "client" || HANDED_OVER.includes(order.status);
  const done = reading?.status === "done" && open;
  const reasons = new Map(
    resolutions
      .filter((one) => one.submissionId === reading?.submissionId)
      .map((one) => [`${one.sourceFileId}.${one.findingKey}`, one.reason]),
  );
  const byId = new Map(files.map((f) => [f.id, f]));
  return {
    id: reading?.id ?? "",
    status: reading?.status ?? "searching",
    turn: order.status === "second_reading",
    readerName: reading?.readerName ?? null,
    dueAt: readingDueAt(order),
    endedAt: reading?.endedAt ?? null,
    why: reading?.why ?? null,
    note: done ? reading.note : "",
    undone: done
      ? readingFiles.flatMap((part) =>
          (part.gate?.findings ?? [])
            .filter((finding) => finding.kind === "undone")
            .map(({ key, section, before, after }) => ({
              key: `${part.sourceFileId}.${key}`,
              section,
              before,
              after,
              reason: reasons.get(`${part.sourceFileId}.${key}`) ?? "",
            })),
        )
      : [],
    copies:
      done && viewer !== "client"
        ? readingFiles.flatMap((part) => {
            const file = byId.get(part.trackedFileId);
            return file ? [fileView(file)] : [];
          })
        : [],
  };
}
