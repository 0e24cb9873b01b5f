/**
 * Ids are a prefix and 26 Crockford base-32 characters: 48 bits of time, 80 random bits. They sort by creation time.
 */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toLowerCase();

export const PREFIXES = {
  order: "ord",
  taxRegistration: "txr",
  taxReturn: "txf",
  file: "fil",
  style: "sty",
  submission: "sub",
  message: "msg",
  invite: "inv",
  payment: "pay",
  refund: "ref",
  invoice: "doc",
  entry: "jnl",
  earning: "ern",
  payout: "pyo",
  run: "run",
  notification: "ntf",
  pushSubscription: "psh",
  mail: "eml",
  coupon: "cpn",
  review: "qar",
  fact: "fct",
  bank: "bnk",
  query: "qry",
  author: "aut",
  post: "pst",
  kycDocument: "kyc",
  kycFile: "kfl",
  applicationFile: "afl",
  contactMessage: "ctm",
  announcement: "ann",
  ticket: "tkt",
  ticketMessage: "tkm",
  macro: "mac",
  attachment: "att",
  testPayment: "tpy",
  problem: "prb",
  refundRequest: "rfr",
  orderNote: "onn",
  personNote: "pnn",
  wait: "wtl",
  handover: "hnd",
  dateProposal: "dpr",
  charge: "chg",
  lateDecision: "ldc",
  wordDifference: "wdf",
  hold: "hld",
  orderChange: "och",
  reading: "rdg",
  readingInvite: "rdi",
  view: "vew",
  postVersion: "pvr",
  image: "img",
  preview: "prv",
  dataRequest: "dtr",
  customQuote: "quo",
  quoteOffer: "qof",
  sharedQuote: "shq",
  mailEvent: "mev",
  heldEmail: "hem",
  suppression: "sup",
  revisionVersion: "rvv",
  impersonation: "imp",
  dispute: "dsp",
  policyVersion: "pol",
  legalVersion: "lgl",
  policyProfileVersion: "ppv",
  bankReport: "brp",
  rateImport: "rti",
  sale: "sal",
  accountDiscount: "acd",
  courtesyCredit: "cyc",
  referral: "rfl",
  bankStatement: "bst",
  bankLine: "bln",
  bankRule: "brl",
  manualEntry: "men",
  task: "tsk",
  organization: "org",
  organizationInvitation: "oin",
  organizationDomain: "odm",
  taxExemption: "txe",
  topUp: "tup",
  deposit: "dep",
  depositReturn: "drt",
  gift: "gft",
  spendingRequest: "spr",
  contractPrice: "cpr",
  partner: "ptn",
  partnerDiscount: "ptd",
  creditLine: "crd",
  writeOff: "wof",
  lineDispute: "ldp",
  accountStatement: "ast",
  apiKey: "key",
  clientImport: "cim",
  emailTemplateVersion: "etv",
  calendarFeed: "cal",
  webhook: "whe",
  webhookEvent: "evt",
  webhookDelivery: "whd",
} as const;

export type Noun = keyof typeof PREFIXES;
export type Id<N extends Noun = Noun> = string & { readonly __noun?: N };

let lastTime = -1;
let lastRandom: Uint8Array = new Uint8Array(16);

/** A new id for a noun. Ids made by one process in the same millisecond still sort in order of creation. */
export function newId<N extends Noun>(noun: N, at: number = Date.now()): Id<N> {
  if (at <= lastTime) {
    at = lastTime;
    for (let i = lastRandom.length - 1; i >= 0; i--) {
      const next = (lastRandom[i] ?? 0) + 1;
      lastRandom[i] = next & 31;
      if (next < 32) break;
    }
  } else {
    lastRandom = crypto.getRandomValues(new Uint8Array(16)).map((b) => b & 31);
  }
  lastTime = at;
  let time = "";
  for (let n = at, i = 0; i < 10; i++, n = Math.floor(n / 32)) time = ALPHABET[n % 32]! + time;
  let random = "";
  for (const b of lastRandom) random += ALPHABET[b];
  return `${PREFIXES[noun]}_${time}${random}` as Id<N>;
}

/** Whether a string from outside has the shape of an id of this noun. */
export function isId<N extends Noun>(noun: N, value: unknown): value is Id<N> {
  return typeof value === "string" && new RegExp(`^${PREFIXES[noun]}_[0-9a-hjkmnp-tv-z]{26}$`).test(value);
}
