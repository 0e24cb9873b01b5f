import { FIELDS, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";

/** A paragraph that applicants edit, with a model answer for reviewers. All of them are fictional and written by us. */
export type Sample = {
  id: string;
  title: string;
  /** Slugs of the fields it is for. */
  fields: readonly string[];
  text: string;
  /** How one of our lead editors would edit it. There are other good answers. */
  model: string;
  /** The points that a good edit catches. */
  watchFor: readonly string[];
};

/** How long the sample should take, in minutes. There is no limit: reviewers see the total time. */
export const SAMPLE_MINUTES = 45;

/**
 * One for each group of fields, with errors of grammar and usage, and one claim that the figures or sources don't
 * support.
 */
export const SAMPLES: readonly Sample[] = [
  {
    id: "soil",
    title: "Trees in compacted soil",
    fields: ["life-sciences", "earth-environment"],
    text: "Urban trees is often planted without considering of the soil they will grow in. In this study, we have investigated the effect of soil compaction to the survival of 412 young trees in three European city during five years. The results showed that trees which planted in compacted soil had significant lower survival (61 %) comparing with those in loosened soil (83 %), this proves that compaction is the main cause of early death. However, the watering regime were also different between the sites and it could influence on the result. Therefore we suggest that municipalities should loosen the soil before the planting, what is a cheap measure, and make a monitoring of the trees at least during the first three years.",
    model:
      "Urban trees are often planted without considering the soil they will grow in. In this study, we investigated the effect of soil compaction on the survival of 412 young trees in three European cities over five years. Trees planted in compacted soil had significantly lower survival (61%) than those in loosened soil (83%), which suggests that compaction contributes to early death. However, the watering regime also differed between the sites and could have influenced the result. We therefore suggest that municipalities loosen the soil before planting, which is a cheap measure, and monitor the trees for at least the first three years.",
    watchFor: [
      "“Proves” and “the main cause” claim more than the design shows: watering differed between sites. Soften them and ask the author.",
      "“Significantly lower” needs a test and a p value. A query is enough.",
      "Is loosening soil cheap? There's no figure or source.",
      "Percent signs follow the figure without a space in US and UK style.",
    ],
  },
  {
    id: "blood-pressure",
    title: "A walking program for blood pressure",
    fields: ["medicine", "health-sciences"],
    text: "Hypertension is a major risk factor of cardiovascular disease, and the physical activity is recommended for it's management. We conducted a randomised trial to evaluate whether a 12 weeks walking program reduces the systolic blood pressure at adults with stage 1 hypertension. Of 186 patients who were recruited, 94 was assigned to the intervention and 91 to usual care. After 12 weeks the mean systolic pressure have decreased by 6.2 mmHg in the intervention group compare to 1.9 mmHg in controls (p=0.03). Compliance to the program was self-reported by the patients. These findings demonstrates that walking prevents cardiovascular events, and should be prescribed to every hypertensive patients. Further researches with longer follow up is needed.",
    model:
      "Hypertension is a major risk factor for cardiovascular disease, and physical activity is recommended for its management. We conducted a randomized trial to evaluate whether a 12-week walking program reduces systolic blood pressure in adults with stage 1 hypertension. Of the 186 patients recruited, 94 were assigned to the intervention and 91 to usual care. After 12 weeks, mean systolic pressure had decreased by 6.2 mmHg in the intervention group, compared with 1.9 mmHg in controls (p = 0.03). Adherence to the program was self-reported. These findings suggest that walking lowers systolic blood pressure in adults with stage 1 hypertension and could be offered to such patients. Further research with longer follow-up is needed.",
    watchFor: [
      "94 + 91 is 185, not 186. Ask the author; don't correct the number.",
      "The trial measured blood pressure, so it can't show that walking prevents events or should be prescribed to everyone.",
      "The p value: for which comparison? A confidence interval would help.",
      "Spelling is mixed (“randomised”, “program”). Choose one variant.",
      "Adherence, not compliance, and self-report is a limitation.",
    ],
  },
  {
    id: "catalyst",
    title: "A catalyst and its yield",
    fields: ["chemistry", "physics", "engineering"],
    text: "In recent years, a large attention has been paid to the catalysts based on nickel because its low cost and high abundance. Here we report on a new nickel catalyst supported by porous carbon, that was synthesised by an one-step method at 450 oC. The X-ray diffraction patterns confirms the formation of metallic nickel particles with mean size about 8 nm. At the optimised conditions the conversion reached to 97 % and remained stable during five cycles (Table 1: 97, 96, 94, 89 and 81 %). Comparing to the commercial catalyst, our material shows three times higher activity per a gram of metal. It is well known that smaller particles have always better activity. This approach opens a new avenue for the industrial application due to it is simple and environmental friendly.",
    model:
      "In recent years, nickel-based catalysts have received much attention because of their low cost and the abundance of nickel. Here we report a new nickel catalyst supported on porous carbon, synthesized by a one-step method at 450 °C. The X-ray diffraction patterns confirm the formation of metallic nickel particles with a mean size of about 8 nm. Under the optimized conditions, conversion reached 97% and decreased to 81% over five cycles (Table 1: 97%, 96%, 94%, 89%, and 81%). Compared with the commercial catalyst, our material shows three times the activity per gram of metal. Smaller particles often show higher activity. This approach could be suitable for industrial application because it is simple and environmentally friendly.",
    watchFor: [
      "“Remained stable” contradicts the table: conversion falls from 97% to 81%. Query it.",
      "“Three times higher” can mean three or four times as high. Ask which.",
      "“Always” is too strong and needs a source.",
      "“Environmentally friendly” isn't supported by anything in the paragraph.",
      "The degree sign, “a one-step”, and units need care.",
    ],
  },
  {
    id: "graph",
    title: "A lower bound, and a benchmark",
    fields: ["mathematics", "computer-science"],
    text: "In this paper we propose an algorithm to detect the communities on the large graphs. The existing methods are suffering from quadratic complexity what make them impractical for graphs with more than million nodes. Our algorithm base on random walks and it's running time is O(n log n), where n denote number of the nodes. We have tested it on six dataset and compared with two baseline. As can be seen on Table 2, our method outperforms the all baselines in every dataset (accuracies of 0.81, 0.77, 0.90, 0.68, 0.85 and 0.74 versus 0.79, 0.78, 0.86, 0.66, 0.80 and 0.71 for the best baseline). We also prove that no algorithm can be faster, since each node must be visited at least one time. The source code is available under request.",
    model:
      "In this paper, we propose an algorithm for detecting communities in large graphs. Existing methods suffer from quadratic complexity, which makes them impractical for graphs with more than a million nodes. Our algorithm is based on random walks, and its running time is O(n log n), where n denotes the number of nodes. We tested it on six datasets and compared it with two baselines. As Table 2 shows, our method outperforms the best baseline on five of the six datasets (accuracies of 0.81, 0.77, 0.90, 0.68, 0.85, and 0.74 versus 0.79, 0.78, 0.86, 0.66, 0.80, and 0.71). Since each node must be visited at least once, no algorithm can run in less than linear time. The source code is available on request.",
    watchFor: [
      "On the second dataset the baseline is better (0.77 versus 0.78), so “every dataset” is wrong. Query it.",
      "Visiting each node gives a bound of n, not n log n: the proof doesn't show that nothing is faster.",
      "Does the running time depend on the edges too? A good question to ask.",
      "“On request”, “a million nodes”, and “datasets” or “data sets”, consistently.",
    ],
  },
  {
    id: "survey",
    title: "Students, screens and sleep",
    fields: ["social-sciences"],
    text: "The use of social medias among the adolescents has became a public concern. This study explores how does the evening use of social media relate with the sleep of the secondary school pupils. An online questionnaire was fulfilled by 1,204 pupils in age between 13 and 18 from four schools, which head teachers have agreed to participate. Pupils who were using social media more than two hours in the evening reported to sleep 48 minutes less than the others, even after controlling of age and gender. Girls were more affected by it then boys. Clearly, social media destroys the sleep of young people, and the schools must to prohibit smartphones. It should be noticed that the data is cross-sectional and self-reported.",
    model:
      "The use of social media by adolescents has become a public concern. This study explores how evening use of social media relates to the sleep of secondary school pupils. An online questionnaire was completed by 1,204 pupils aged 13 to 18 from four schools whose head teachers had agreed to participate. Pupils who used social media for more than two hours in the evening reported sleeping 48 minutes less than the others, even after controlling for age and gender. The association was stronger among girls than among boys. Evening use of social media was thus associated with shorter sleep, which schools may wish to consider in their policies on smartphones. It should be noted that the data are cross-sectional and self-reported.",
    watchFor: [
      "Cross-sectional data can't show that social media “destroys” sleep, and bans don't follow. Soften both and tell the author why.",
      "“More affected” is causal too, and the figure for girls and boys is missing.",
      "Ethics: did pupils and parents consent, or only head teachers? Ask.",
      "48 minutes per night? The unit is incomplete.",
    ],
  },
  {
    id: "subsidy",
    title: "A subsidy for small firms",
    fields: ["business-economics"],
    text: "Small and medium enterprises (SMEs) plays an important role for the employment in most of economies. The paper examines an impact of export subsidies on the SMEs growth by using a panel data of 3,215 firms for the period 2010-2019. Applying the fixed effects model, we found that firms received the subsidy has increased their sales on 4.1 % comparing to not subsidised firms, but coefficient is not significant when we include year effects. The informations about firms were taken from the business register, therefore micro firms are not presented in the sample. According to our results, the subsidies are an efficient instrument for supporting of all small businesses and the government should be increased them. The costs of the subsidy was not considered.",
    model:
      "Small and medium-sized enterprises (SMEs) play an important role in employment in most economies. This paper examines the impact of export subsidies on SME growth using panel data on 3,215 firms for the period 2010–2019. Applying a fixed-effects model, we found that firms that received the subsidy increased their sales by 4.1% relative to nonsubsidized firms, but the coefficient is not significant when year effects are included. Information about the firms was taken from the business register; micro firms are therefore not represented in the sample. Our results do not provide clear evidence that the subsidies support the growth of small and medium-sized firms. The costs of the subsidy were not considered.",
    watchFor: [
      "The effect isn't significant with year effects, so “efficient instrument” isn't supported. Query it rather than rewriting the argument silently.",
      "Costs weren't considered, so nothing can be said about efficiency.",
      "“All small businesses” includes the micro firms left out of the sample.",
      "Percent or percentage points? Per year or over the period?",
    ],
  },
  {
    id: "letters",
    title: "Letters from a merchant's house",
    fields: ["humanities"],
    text: "The correspondence of the merchant family Lindqvist, which was preserved in the municipal archive, give an unique insight to the everyday life of eighteenth century port town. Until now the historians have payed attention mostly to the trade letters, while the letters of the women of family was neglected. In this article I am analysing 64 letters written between 1751 and 1783 by Anna Lindqvist to her sister, focusing in how she describes the household. Anna's husband, who died in 1749, is often mentioned as making decisions on daily purchases. The letters show that all women in this period had managed the finances of house independently. As Berg (1998) says it, “letters is the mirror of soul”, and it can be seen in her vivid descriptions of the market.",
    model:
      "The correspondence of the Lindqvist merchant family, preserved in the municipal archive, gives a unique insight into everyday life in an eighteenth-century port town. Until now, historians have paid attention mostly to the trade letters, while the letters of the women of the family have been neglected. In this article, I analyze 64 letters written between 1751 and 1783 by Anna Lindqvist to her sister, focusing on how she describes the household. Anna's husband, who died in 1749, is often mentioned as making decisions on daily purchases. The letters suggest that Anna managed the finances of the house independently. As Berg (1998) says, “letters is the mirror of soul,” and this can be seen in her vivid descriptions of the market.",
    watchFor: [
      "The husband died in 1749 but makes decisions in letters from 1751 on. Query it; don't change the date.",
      "One woman's letters can't show what all women did.",
      "Never correct a quotation: ask the author to check it against Berg.",
      "A husband who decides on purchases contradicts independent management.",
    ],
  },
];

const bySlug = new Map(SAMPLES.flatMap((sample) => sample.fields.map((field) => [field, sample] as const)));

/** The sample for an applicant: of the field of the first subfield they chose. */
export const sampleFor = (subfields: readonly string[]): Sample =>
  bySlug.get(findSubfield(subfields[0] ?? "")?.field.slug ?? "") ?? SAMPLES[0]!;

/** A sample by id; applications from before there were several had the first. */
export const findSample = (id: string | null): Sample => SAMPLES.find((s) => s.id === id) ?? SAMPLES[0]!;

/** Fields without a sample. Must be empty. */
export const fieldsWithoutSample = (): string[] => FIELDS.map((f) => f.slug).filter((slug) => !bySlug.has(slug));

/** Time from start to finish in whole minutes, breaks included, or null before both. */
export const minutesTaken = (startedAt: Date | null, finishedAt: Date | null): number | null =>
  startedAt && finishedAt ? Math.max(0, Math.round((finishedAt.getTime() - startedAt.getTime()) / 60_000)) : null;

/** What reviewers score, 20 points each. */
export const RUBRIC = [
  ["language", "Grammar, usage, and punctuation"],
  ["restraint", "Changes only what needs changing"],
  ["meaning", "Keeps the meaning and notices what's wrong"],
  ["queries", "Queries and letter to the author"],
  ["style", "Consistent style and formatting"],
] as const;
export type RubricKey = (typeof RUBRIC)[number][0];
export type Rubric = Record<RubricKey, number>;
export const RUBRIC_MOST = 20;
export const rubricTotal = (rubric: Rubric): number => RUBRIC.reduce((sum, [key]) => sum + rubric[key], 0);
