import { expect, test } from "vitest";
import { threadWords } from "./thread-words.ts";

test("an order that is looking for an editor says that its editor will read a message", () => {
  expect(threadWords("client", false, "paid").label).toBe("Message your future editor");
  expect(threadWords("client", true, "in_progress").label).toBe("Message the editor");
});

test.each(["cancelled", "refunded"])("a %s order promises nobody an editor: support reads it", (status) => {
  for (const viewer of ["client", "editor"] as const)
    for (const hasEditor of [true, false]) {
      const words = threadWords(viewer, hasEditor, status);
      expect(words.label).toBe("Message support");
      expect(JSON.stringify(words)).not.toMatch(/will take|accept/);
    }
  expect(threadWords("admin", false, status).label).toBe("Message the author and editor");
});
