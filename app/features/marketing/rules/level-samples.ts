import type { Service } from "#app/features/pricing/rules/policy.ts";

/** One passage, written for this page, and how each level of editing would leave it. Not from any manuscript. */
export const LEVEL_SOURCE =
  "The results of the survey was analyzed and it was found that the students which studied in groups has got better marks, so group work should be used in all schools.";

/** What each level is for, who needs it, and the edited passage. */
export const LEVEL_SAMPLES: readonly { service: Service; need: string; after: string; comment?: string }[] = [
  {
    service: "proofreading",
    need: "Your text reads well and only needs a last check before you submit it.",
    after:
      "The results of the survey were analyzed and it was found that the students who studied in groups got better marks, so group work should be used in all schools.",
  },
  {
    service: "copyediting",
    need: "The content is finished, but English isn't your first language, or sentences are hard to follow.",
    after:
      "We analyzed the survey results and found that students who studied in groups got better marks. Group work should therefore be used in all schools.",
  },
  {
    service: "substantive",
    need: "Reviewers found the argument hard to follow, or you're cutting a thesis down to an article.",
    after:
      "Students who studied in groups got better marks than those who studied alone. Group work should therefore be used in all schools.",
    comment: "Your data come from one survey. Can it support “all schools”? “More schools” would be safer.",
  },
  {
    service: "expert",
    need: "A lot depends on it: a top journal, a grant, or a second submission. The editor has a verified doctorate in your subject.",
    after:
      "In our survey, studying in groups was associated with better marks. Group work should therefore be used in all schools.",
    comment:
      "If students chose how to study, stronger ones may have preferred groups. Did you control for earlier marks? Reviewers will ask.",
  },
];

/** The level most people with a finished manuscript need. */
export const RECOMMENDED: Service = "copyediting";
