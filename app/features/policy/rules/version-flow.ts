import { defineFlow } from "#app/platform/rules/core/flow.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";

/** The life of a change to the policy. Approval gives it a version number; it applies from its effective date. */
export const versionFlow = defineFlow({
  name: "policy version",
  start: "draft",
  states: ["draft", "proposed", "approved", "canceled", "discarded"],
  ends: ["canceled", "discarded"],
  moves: {
    propose: {
      from: ["draft"],
      to: "proposed",
      by: ["admin"],
      when: "it's their own, it changes something, nothing in it is contradictory, and the date is in the future",
    },
    take_back: { from: ["proposed"], to: "draft", by: ["admin"], when: "it is their own" },
    decline: { from: ["proposed"], to: "draft", by: ["admin"], when: "it is another admin's; with a reason" },
    approve: {
      from: ["proposed"],
      to: "approved",
      by: ["admin"],
      when: "it's another admin's, it's based on the newest version, and the date is still in the future",
    },
    cancel: { from: ["approved"], to: "canceled", by: ["admin"], when: "it has not taken effect; with a reason" },
    discard: { from: ["draft"], to: "discarded", by: ["admin"], when: "it is their own" },
  },
});
export type VersionStatus = (typeof versionFlow.states)[number];

/**
 * A scheduled version can be canceled until shortly before it applies, so that no order is priced with it in the same
 * moment.
 */
export const cancelableUntil = (effectiveAt: Date): Date => after(effectiveAt, -MINUTE);

/** How far ahead an effective date may be. */
export const MOST_DAYS_AHEAD = 365;

/**
 * Why a draft has to be brought up to date before it can be approved, or null.
 * @param newest the version it has to build on
 * @param nameOf a version at the beginning of a sentence
 */
export function whyOutdated<V extends number | string>(
  basedOn: V,
  newest: V,
  nameOf: (version: V) => string,
): string | null {
  if (basedOn === newest) return null;
  return basedOn > newest
    ? `${nameOf(basedOn)}, which this draft is based on, was canceled.`
    : `${nameOf(newest)} was approved after this draft was started.`;
}

/** A version of the policy at the beginning of a sentence. */
export const policyVersionName = (version: number): string => `Version ${version}`;
