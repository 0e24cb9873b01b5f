import { gzipSync } from "node:zlib";
import { detectFormat } from "../rules/readers/detect-format.ts";
import { countKinds, editsOf } from "../rules/explore/edits.ts";
import type { KindCounts } from "../rules/kinds/edit-kind.ts";
import { exploreDocx } from "../rules/explore/explore-docx.ts";
import type { ExplorerIndex } from "../rules/explore/explorer-model.ts";
import { Refused, type Refusal } from "../rules/readers/refusal.ts";
import { entryOf, openZip, readPart } from "../rules/docx/zip.ts";
import { englishWords } from "../rules/kinds/english-words.ts";
import { guarded, load } from "./task-file.ts";

/** A larger picture isn't shown. */
const MOST_PICTURE_BYTES = 64 * 1024 * 1024;
/** The first changes, for a page without script. */
const IN_SUMMARY = 200;

export type ExplorerSummary = Pick<ExplorerIndex, "authors" | "sections" | "words"> & {
  /** Tracked changes in the file. */
  total: number;
  /** Edits as a reader counts them, where a replacement is one edit. */
  edits: number;
  /** The first edits. */
  changes: ExplorerIndex["changes"];
  comments: number;
  /** How many edits there are of each kind. */
  kinds: KindCounts;
};
/** The index and the bundles of blocks as gzipped JSON, which the main thread only passes on. */
export type Explored =
  | {
      ok: true;
      summary: ExplorerSummary;
      index: Uint8Array;
      bundles: Uint8Array[];
      /** The parts of the file with its pictures, by their numbers. */
      pictures: string[];
    }
  | Refusal;

/** A tracked .docx as the change explorer shows it. */
export const explore = (path: string): Promise<Explored> =>
  guarded<Explored>(async () => {
    const bytes = await load(path);
    if (detectFormat(bytes, "").format !== "docx")
      throw new Refused("unsupported", "Only a .docx has tracked changes that we can show.");
    const { blocks, pictures, ...index } = exploreDocx(bytes, await englishWords());
    const { edits } = editsOf(index.changes);
    const pack = (value: unknown): Uint8Array => gzipSync(JSON.stringify(value), { level: 6 });
    const bundles: Uint8Array[] = [];
    for (let i = 0; i < index.leaves.length; i += index.perBundle) {
      const leaves = index.leaves.slice(i, i + index.perBundle);
      const last = leaves.at(-1);
      bundles.push(pack(blocks.slice(leaves[0]?.from ?? 0, (last?.from ?? 0) + (last?.blocks ?? 0))));
    }
    return {
      ok: true,
      index: pack(index),
      bundles,
      pictures,
      summary: {
        authors: index.authors,
        sections: index.sections,
        words: index.words,
        total: index.changes.length,
        edits: edits.length,
        comments: index.comments.length,
        kinds: countKinds(edits),
        changes: edits
          .slice(0, IN_SUMMARY)
          .flatMap(({ head, insertion }) => (insertion ? [head, insertion] : [head]))
          .sort((a, b) => a.id - b.id),
      },
    };
  });

export type PictureFile = { ok: true; bytes: Uint8Array } | Refusal;

/** A picture of a .docx as it's stored in it, without any check of what it is. @param part its name in the file */
export const picture = (path: string, part: string): Promise<PictureFile> =>
  guarded<PictureFile>(async () => {
    const zip = openZip(await load(path));
    const size = entryOf(zip, part)?.size ?? 0;
    if (size > MOST_PICTURE_BYTES) throw new Refused("unsupported", "This picture is too large to show.");
    const bytes = readPart(zip, part);
    if (!bytes) throw new Refused("damaged");
    // A copy, because a view would be sent with all of the file.
    return { ok: true, bytes: new Uint8Array(bytes) };
  });
