import { expect, test } from "vitest";
import { bodyLimitOf } from "./body-limits.ts";
import { ATTACHMENT_LIMITS } from "./features/messages/rules/attachment.ts";
import { MAX_FILE_BYTES } from "./features/orders/rules/draft/file-limits.ts";

const MB = 1024 * 1024;

test.each([
  ["/contact", MB],
  ["/contact?topic=x", MB],
  ["/signin", MB],
  ["/api/auth/sign-in/email", 64 * 1024],
  ["/api/call/quote", 256 * 1024],
  ["/api/chat/seen", 64 * 1024],
  ["/api/webhooks/stripe", MB],
  ["/api/files/file_1", MAX_FILE_BYTES],
  ["/api/files/file_1/decisions", 2 * MB],
  ["http://localhost/api/attachments", ATTACHMENT_LIMITS.bytes],
  ["/order/new", 26 * MB],
  ["/order/new.data?index", 26 * MB],
  ["/order/new/form", MB],
  ["/ORDER/NEW", 26 * MB],
  ["/admin/tools", MB],
  ["/%6frder-x/new", MB],
])("%s accepts %d bytes", (url, bytes) => {
  expect(bodyLimitOf(url).bytes).toBe(bytes);
});

test("only bodies that stream to storage may be larger than 30 MB", () => {
  for (const path of ["/api/files", "/order/new", "/order/o1", "/support", "/support-desk/threads/t1", "/x", "/"]) {
    const limit = bodyLimitOf(path);
    expect(limit.streamed === true || limit.bytes <= 30 * MB, path).toBe(true);
  }
});
