import { invalid } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { MAX_FILES } from "../../rules/draft/file-limits.ts";
import type { FileRole } from "../../rules/draft/file-role.ts";
import type { Order } from "../views/find-order.ts";
import type { UploadPurpose } from "./upload-policy.ts";

/**
 * Checks that an order can take one more file for this purpose. A reply letter replaces the one before.
 * @param coming files that are still being uploaded to it
 * @throws too_many_files
 */
export async function checkRoom(
  ctx: Pick<CommandContext, "tx">,
  order: Pick<Order, "id">,
  { purpose, role }: { purpose: UploadPurpose; role?: FileRole | null | undefined },
  coming = 0,
): Promise<void> {
  if (purpose !== "source" && purpose !== "reference") return;
  const { n } = await ctx.tx
    .selectFrom("files")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("orderId", "=", order.id)
    .where("purpose", "=", purpose)
    .where("removedAt", "is", null)
    .$if(role === "reply_letter", (q) => q.where("role", "is distinct from", "reply_letter"))
    .executeTakeFirstOrThrow();
  if (n + coming < MAX_FILES) return;
  const what = purpose === "source" ? "files to edit" : "reference files";
  throw invalid(
    "too_many_files",
    `An order can have up to ${MAX_FILES} ${what}.`,
    purpose === "source" ? "Remove one first, or place another order for the rest." : "Remove one first.",
    { files: `Up to ${MAX_FILES} ${what}.` },
  );
}
