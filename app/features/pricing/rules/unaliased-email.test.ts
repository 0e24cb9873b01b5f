import { expect, test } from "vitest";
import { unaliasedEmail } from "./unaliased-email.ts";

test.each([
  ["Ann@Example.org", "ann@example.org"],
  [" ann+papers@example.org", "ann@example.org"],
  ["a.n.n+x+y@gmail.com", "ann@gmail.com"],
  ["Ann@GoogleMail.com", "ann@gmail.com"],
  ["a.nn@example.org", "a.nn@example.org"],
])("the mailbox of %s is %s", (typed, mailbox) => {
  expect(unaliasedEmail(typed)).toBe(mailbox);
});
