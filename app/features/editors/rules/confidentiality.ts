/** What an editor signs before seeing a manuscript sample with an invite. A changed text needs a new version. */
export const CONFIDENTIALITY_VERSION = "2026-11-01";

export const CONFIDENTIALITY_TEXT: readonly string[] = [
  "I see samples and manuscripts for one purpose: to decide whether I take an order, and to edit it.",
  "I show them to nobody, quote from them nowhere, and do not use what they say in my own work before it is published.",
  "I do not put them, in whole or in part, into any service or program that keeps them or learns from them.",
  "I do not try to find out who wrote a sample, and I get in touch with authors only through this site.",
  "I delete my copies when the order is over. This holds on after I have stopped working here.",
];
