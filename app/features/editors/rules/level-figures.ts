/** The requirements for each level: the figures with their defaults, and their form. */
import { count, policyPart, row, share, stars } from "#app/features/policy/rules/policy-part.ts";

export const LEVEL_PART = policyPart(
  "levels",
  {
    standard: { qaPassed: count(10, "Standard: reviews passed", [1, 200]) },
    senior: {
      delivered: count(50, "Senior: orders delivered", [1, 1_000]),
      ratingTenths: stars(46, "Senior: average rating", [10, 50]),
      lateBp: share(200, "Senior: late at most", [0, 5_000]),
    },
  },
  ({ standard, senior }) => [
    {
      id: "levels",
      title: "Editor levels",
      summary: "What raises an editor's level. A level is never lowered by these figures, and admins appoint leads.",
      tables: [
        {
          title: "From trial to standard",
          intro: "Orders that passed quality review.",
          columns: ["Orders"],
          rows: [row("At least", standard.qaPassed)],
        },
        {
          title: "From standard to senior",
          intro: "All three are needed.",
          columns: ["Figure"],
          rows: [
            row("Orders delivered", senior.delivered),
            row("Average rating (stars)", senior.ratingTenths),
            row("Late at most (%)", senior.lateBp),
          ],
        },
      ],
    },
  ],
);

export const LEVEL_POLICY = LEVEL_PART.defaults;
