import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import type { SourceChanges } from "#app/features/documents/rules/gate/latex/source-changes.ts";
import type { NotedPages } from "#app/features/documents/rules/gate/pages/noted-pages.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { type EditFormat, editFormatOf } from "../../rules/work/edit-formats.ts";
import { fileFor } from "./file-for.ts";
import { listOrderFiles } from "./find-work.ts";
import type { FileRow } from "../views/list-files.ts";

/** What to show of an edited copy that has no tracked changes. */
export type OtherChanges = { kind: "source"; changes: SourceChanges } | { kind: "pages"; pages: NotedPages };

/** How a copy that isn't a Word file is edited, by its name. */
const formatOf = (name: string): EditFormat | null =>
  /\.pdf$/i.test(name)
    ? editFormatOf("pdf", false)
    : /\.(?:tex|ltx|zip)$/i.test(name)
      ? editFormatOf("tex", false)
      : null;

/**
 * What changed in an edited copy that isn't a Word file: the source of LaTeX, or the annotations of a PDF. Null for a
 * Word file.
 * @throws invalid if it can't be shown
 */
export async function exploreOther(file: FileRow, orderId: string): Promise<OtherChanges | null> {
  const format = file.purpose === "tracked" ? formatOf(file.name) : null;
  if (format === "pdf") {
    const read = await withStored(file, (path) => engine().readNotes(path));
    if (!read.ok) throw invalid(read.code, read.message, read.advice);
    return { kind: "pages", pages: { pages: read.pages, left: read.left } };
  }
  if (format !== "latex") return null;
  // What the author wanted edited when the copy was uploaded: the source, or a version sent with a revision.
  const source = (await listOrderFiles(orderId))
    .filter(
      (one) =>
        (one.id === file.sourceFileId ||
          (one.purpose === "version" && one.sourceFileId === file.sourceFileId && one.round !== null)) &&
        one.createdAt <= file.createdAt,
    )
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .at(-1);
  if (!source)
    throw invalid(
      "no_source",
      "The manuscript that this copy was made from was removed.",
      "Download the copy instead.",
    );
  const compared = await withStored(source, (one) => withStored(file, (two) => engine().compareSources(one, two)));
  if (!compared.ok) throw invalid(compared.code, compared.message, compared.advice);
  const { files, others, changes } = compared;
  return { kind: "source", changes: { files, others, changes } };
}

/**
 * A page of an annotated PDF that this actor may open, as SVG.
 * @throws as `fileFor` does; not-found if there's no such page
 */
export async function explorePage(actor: Actor, fileId: string, number: number): Promise<string> {
  const { file } = await fileFor(actor, fileId);
  if (file.purpose !== "tracked" || formatOf(file.name) !== "pdf") throw notFound("page");
  const drawn = await withStored(file, (path) => engine().drawNotedPage(path, number));
  if (!drawn.ok) throw notFound("page");
  return drawn.svg;
}
