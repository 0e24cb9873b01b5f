import { createWriteStream } from "node:fs";
import path from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import { ERRORS, type Upload } from "@tus/server";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { inWords } from "#app/platform/server/files/storage.ts";

/** The upload protocol's store on disk, which says when the disk is full instead of failing without a reason. */
export class DiskStore extends FileStore {
  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload);
    } catch (error) {
      throw inWords(error);
    }
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const into = createWriteStream(path.join(this.directory, id), { flags: "r+", start: offset });
    let bytes = 0;
    const counted = new PassThrough();
    counted.on("data", (part: Buffer) => (bytes += part.length));
    try {
      await pipeline(source, counted, into);
    } catch (error) {
      const said = inWords(error);
      throw said instanceof Problem ? said : ERRORS.FILE_WRITE_ERROR;
    }
    return offset + bytes;
  }
}
