import type { FileRole } from "../../rules/draft/file-role.ts";
import type { OrderFile } from "../work/find-work.ts";

export type FileView = {
  id: string;
  name: string;
  bytes: number;
  href: string;
  version: number;
  at: Date;
  role: FileRole | null;
};

/** A file as a page lists it, with where to download it. */
export const fileView = (f: OrderFile): FileView => ({
  id: f.id,
  name: f.name,
  bytes: f.bytes,
  href: `/api/files/${f.id}/download`,
  version: f.version,
  at: f.createdAt,
  role: f.role,
});
