import { expect, test } from "vitest";
import { threadWords } from "./thread-words.ts";

test("says the future editor will read messages while an order looks for one", () => {
  expect(threadWords("client", false, "paid").label).toBe("Message your future editor");
  expect(threadWords("client", true, "in_progress").label).toBe("Message the editor");
});

test.each(["cancelled", "refunded"])("says support reads messages on a %s order", (status) => {
  for (const viewer of ["client", "editor"] as const)
    for (const hasEditor of [true, false]) {
      const words = threadWords(viewer, hasEditor, status);
      expect(words.label).toBe("Message support");
      expect(JSON.stringify(words)).not.toMatch(/will take|accept/);
    }
  expect(threadWords("admin", false, status).label).toBe("Message the author and editor");
});
