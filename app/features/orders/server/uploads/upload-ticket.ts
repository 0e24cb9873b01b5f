import { createHmac, timingSafeEqual } from "node:crypto";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";

/** Where an upload's bytes go if UPLOAD_ORIGIN is set. */
export const TICKET_PATH = "/api/uploads/:ticket/:id";
export const ticketPath = (ticket: string, id: string): string =>
  TICKET_PATH.replace(":ticket", ticket).replace(":id", id);
/** One request may take 15 minutes. After this, the browser begins the upload again. */
const TICKET_MS = HOUR;

/** What a ticket is for: the upload, which belongs to one order and purpose, and who began it. */
type About = { uploadId: string; sender: string };

const proofOf = ({ uploadId, sender }: About, until: string): string =>
  createHmac("sha256", config().secret).update(["upload", uploadId, sender, until].join("\n")).digest("base64url");

/** A ticket instead of a cookie, which doesn't reach another host. It only allows this upload to go on. */
export function uploadTicket(about: About): string {
  const until = String(now().getTime() + TICKET_MS);
  return `${until}.${proofOf(about, until)}`;
}

/** Whether a ticket is ours, for this upload and sender, and hasn't expired. */
export function isUploadTicket(ticket: string, about: About): boolean {
  const [until = "", proof = "", rest] = ticket.split(".");
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(about, until))];
  return (
    rest === undefined &&
    given.length === right.length &&
    timingSafeEqual(given, right) &&
    Number(until) > now().getTime()
  );
}
