import { EDIT_KINDS, type EditKind } from "#app/features/documents/rules/kinds/edit-kind.ts";
import type { Permission } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import {
  approvePolicyProfile,
  proposePolicyProfile,
} from "#app/features/backoffice/server/policy-profiles/decide-profile.ts";
import { readProfileVersionPage } from "#app/features/backoffice/server/policy-profiles/read-profile-pages.ts";
import { confirmProfileRead, savePolicyProfile } from "#app/features/backoffice/server/policy-profiles/save-profile.ts";
import { addPolicyProfile } from "#app/features/backoffice/server/policy-profiles/start-profile.ts";
import { recordFirstPolicyProfiles } from "#app/features/backoffice/server/policy-profiles/watch-profiles.ts";
import type { ProfileContent } from "#app/features/policy-profiles/rules/profile.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { personOf } from "./cast.ts";

type Invented = Partial<ProfileContent> &
  Pick<ProfileContent, "institution" | "policy" | "url" | "appliesTo"> & {
    allowed: readonly EditKind[];
    forbidden: readonly EditKind[];
  };

const LANGUAGE = ["spelling", "punctuation", "grammar"] as const;
const CONTENT = ["rewriting", "added-content", "deleted-content", "moved", "numbers-data"] as const;

/**
 * Universities that don't exist. Nobody has read the real policies for the demo, so those stay drafts, and no real
 * university is said to allow anything.
 */
const INVENTED: readonly Invented[] = [
  {
    institution: "Northmoor University",
    policy: "Use of third-party proofreaders",
    url: "https://northmoor.example/students/proofreading",
    appliesTo: ["thesis", "dissertation", "essay"],
    minWords: 10_000,
    allowed: [...LANGUAGE, "capitals-spacing", "formatting"],
    forbidden: [...CONTENT, "headings-structure"],
    note: "Ideas, arguments, and structure may not be checked or changed.",
  },
  {
    institution: "Ellerby University",
    policy: "Policy on proofreading services",
    url: "https://ellerby.example/policies/proofreading",
    appliesTo: ["thesis", "dissertation", "proposal", "essay"],
    allowed: ["spelling"],
    forbidden: [...CONTENT, "headings-structure", "word-choice"],
    demands: ["declaration"],
    ai: "Generative tools may not be used for the text of assessed work.",
    note: "Ask your department first. Unclear sentences may be pointed out.",
  },
  {
    institution: "University of Saltmarsh",
    unit: "research degrees",
    policy: "Presenting your thesis: editorial help",
    url: "https://saltmarsh.example/research-degrees/editorial-help",
    appliesTo: ["thesis", "dissertation"],
    allowed: [...LANGUAGE, "capitals-spacing", "reference-format", "labels", "formatting"],
    forbidden: CONTENT,
    demands: ["consent", "acknowledgment"],
    note: "Nobody may cut to a word limit, correct information, or translate.",
  },
  {
    institution: "Karrawin University",
    unit: "Medicine and Health",
    policy: "Professional editing guidelines",
    url: "https://karrawin.example/medicine/editing",
    appliesTo: ["thesis", "dissertation"],
    allowed: [...LANGUAGE, "capitals-spacing", "labels"],
    forbidden: ["added-content", "numbers-data"],
    demands: ["consent", "acknowledgment", "tracked-copy"],
    note: "For the final thesis only. The tracked copy goes to the supervisor.",
  },
];

/** The profiles that every database begins with, and those of a few invented universities, by Ada and Ben. */
export async function seedPolicies(at: Date): Promise<void> {
  const [ada, ben] = [personOf("ada"), personOf("ben")];
  await recordFirstPolicyProfiles();
  const day = (days: number) =>
    after(at, days * DAY)
      .toISOString()
      .slice(0, 10);
  for (const [i, { allowed, forbidden, ...said }] of INVENTED.entries()) {
    const { draftId } = await addPolicyProfile(ada, { institution: said.institution });
    const seen = async () => ({ draftId, revision: (await readProfileVersionPage(ada, draftId)).revision });
    const { generic: _set, ...blank } = (await readProfileVersionPage(ada, draftId)).content;
    const ruleOf = (kind: EditKind): Permission =>
      allowed.includes(kind) ? "allowed" : forbidden.includes(kind) ? "forbidden" : "comment";
    const kinds = Object.fromEntries(EDIT_KINDS.map((kind) => [kind, ruleOf(kind)])) as ProfileContent["kinds"];
    const content = { ...blank, ...said, note: `${said.note} An invented university, for the demo.`, kinds };
    await savePolicyProfile(ada, { ...(await seen()), content: { ...content, reviewOn: day(300 + 10 * i) } });
    await confirmProfileRead(ada, { ...(await seen()), readOn: day(0), whole: "yes" });
    await proposePolicyProfile(ada, { ...(await seen()), reason: "Students have asked for it." });
    await approvePolicyProfile(ben, await seen());
  }
}
