/** What an editor signs before seeing a manuscript sample with an invite. A changed text needs a new version. */
export const CONFIDENTIALITY_VERSION = "2026-11-22";

export const CONFIDENTIALITY_TEXT: readonly string[] = [
  "I'll use samples and manuscripts only to decide whether to accept an order, and to edit it.",
  "I won't show them to anyone, quote from them, or use what they say in my own work before it's published.",
  "I won't put any part of them into a service or program that stores them or learns from them.",
  "I won't try to find out who wrote a sample, and I'll contact authors only through this site.",
  "I'll delete my copies when the order ends. This agreement still applies after I stop working here.",
];
