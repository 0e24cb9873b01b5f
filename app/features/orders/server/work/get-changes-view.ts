import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem, notFound } from "#app/platform/rules/core/errors.ts";
import type { ExplorerSummary } from "#app/features/documents/server/explore-task.ts";
import { can } from "../../rules/can.ts";
import { database } from "#app/platform/server/core/database.ts";
import { copyAuthorsOf } from "../reading/copy-authors.ts";
import type { Order } from "../views/find-order.ts";
import { exploreFile } from "./explore-file.ts";
import { type OtherChanges, exploreOther } from "./explore-other.ts";
import { fileFor } from "./file-for.ts";
import { recordOpening } from "./record-view.ts";

export type ChangesView = {
  fileId: string;
  name: string;
  downloadHref: string;
  mayDecide: boolean;
  /** The role of each author of changes, if two editors worked on the order: "Editor", "Second reader". */
  roles: Record<string, string>;
  /** Of a Word file. Null with a `problem` if it can't be shown. */
  summary: ExplorerSummary | null;
  /** Of LaTeX and PDF. */
  other: OtherChanges | null;
  problem: { message: string; advice: string } | null;
};

/** Who made which changes, once a second reader has worked in the editor's copy. */
async function rolesIn(order: Order): Promise<Record<string, string>> {
  if (!order.readerId) return {};
  const { editor, reader } = await copyAuthorsOf(order.id, order.assignedTo, database(), ["taken", "done"]);
  return reader ? { [editor]: "Editor", [reader]: "Second reader" } : {};
}

/**
 * What an order's page needs to show every change in one of its edited copies (?view=changes&file=fil_...), or null
 * without that query.
 * @throws not-found if this actor may not open the file, or it belongs to another order
 */
export async function getChangesView(actor: Actor, orderId: string, request: Request): Promise<ChangesView | null> {
  const query = new URL(request.url).searchParams;
  if (query.get("view") !== "changes") return null;
  const fileId = query.get("file") ?? "";
  try {
    const opened = await fileFor(actor, fileId);
    if (opened.order.id !== orderId) throw notFound("file");
    const other = await exploreOther(opened.file, orderId);
    if (other) {
      await recordOpening(actor, opened.file, opened.order, "changes tracked");
      return {
        fileId,
        name: opened.file.name,
        downloadHref: `/api/files/${opened.file.id}/download`,
        mayDecide: false,
        roles: {},
        summary: null,
        other,
        problem: null,
      };
    }
    const { file, order, explored } = await exploreFile(actor, fileId);
    return {
      fileId,
      name: file.name,
      downloadHref: `/api/files/${file.id}/download`,
      // The changes of a LaTeX source can't be decided in the Word file that shows them.
      mayDecide: can.decide(actor, order) && (file.comparedFromId === null || file.uploadedBy !== null),
      roles: await rolesIn(order),
      summary: explored.summary,
      other: null,
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== "invalid") throw error;
    return {
      fileId,
      name: "Edited copy",
      downloadHref: `/api/files/${encodeURIComponent(fileId)}/download`,
      mayDecide: false,
      roles: {},
      summary: null,
      other: null,
      problem: { message: error.message, advice: error.advice },
    };
  }
}
