/** A matching editor and order for tests to modify. */
import { type EditorForMatching, NO_RECORD, type OrderForMatching } from "./editor-for-matching.ts";

export const editorFor = (more: Partial<EditorForMatching> = {}): EditorForMatching => ({
  uid: "ann",
  identityApproved: true,
  agreementSigned: true,
  matchReady: true,
  doctorate: true,
  level: "standard",
  timeZone: "UTC",
  fields: ["cardiology"],
  variants: ["US", "UK"],
  services: ["proofreading", "copyediting", "substantive", "expert"],
  weeklyWords: 20_000,
  parallelOrders: 3,
  workingDays: [1, 2, 3, 4, 5],
  quietHours: "none",
  daysOff: [],
  openOrders: [],
  recentWords: 0,
  stats: NO_RECORD,
  blockedByClient: false,
  ...more,
});

export const orderFor = (more: Partial<OrderForMatching> = {}): OrderForMatching => ({
  orderId: "ord_1",
  clientUid: "amina",
  service: "copyediting",
  turnaround: "7d",
  subfield: "cardiology",
  variant: "US",
  words: 5_000,
  editorDueAt: new Date("2026-11-30T16:00:00Z"),
  declinedBy: [],
  ...more,
});
