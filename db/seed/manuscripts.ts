import { type CommentSpec, type ParagraphSpec, type RunSpec, buildDocx } from "#app/features/documents/rules/build-docx.ts";

/**
 * The manuscripts of the demo world, each written once with its editing in it: `[-out-]`, `{+in+}`, `((a comment))` on what stands before it.
 * The source is the text before the edits; the tracked copy holds them as Word's own tracked changes.
 */
export type Manuscript = { file: string; title: string; marked: string };

type Piece = { kind: "plain" | "del" | "ins" | "comment"; text: string };
const PIECES = /\[-(.+?)-\]|\{\+(.+?)\+\}|\(\((.+?)\)\)/gs;

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const m of line.matchAll(PIECES)) {
    if (m.index > at) pieces.push({ kind: "plain", text: line.slice(at, m.index) });
    pieces.push(m[1] ? { kind: "del", text: m[1] } : m[2] ? { kind: "ins", text: m[2] } : { kind: "comment", text: m[3]! });
    at = m.index + m[0].length;
  }
  if (at < line.length) pieces.push({ kind: "plain", text: line.slice(at) });
  return pieces;
}

const linesOf = (marked: string): { heading?: 1 | 2; title: boolean; line: string }[] =>
  marked.trim().split(/\n\s*\n/).map((block) => {
    const line = block.replaceAll(/\s*\n\s*/g, " ").trim();
    if (line.startsWith("## ")) return { heading: 1, title: false, line: line.slice(3) };
    if (line.startsWith("# ")) return { title: true, line: line.slice(2) };
    return { title: false, line };
  });

/** The manuscript as its author sent it. */
export function sourceOf(m: Manuscript, author: string): Buffer {
  const paragraphs = linesOf(m.marked).map(({ heading, title, line }): ParagraphSpec => {
    const text = piecesOf(line).filter((p) => p.kind === "plain" || p.kind === "del").map((p) => p.text).join("");
    return heading ? { heading, text } : title ? { style: "Title", text } : { text };
  });
  return buildDocx({ paragraphs, title: m.title, creator: author });
}

/** The manuscript as its editor returns it: every edit tracked, under the editor's name. `silent` also changes a word without tracking it. */
export function trackedOf(m: Manuscript, editor: string, at: Date, silent?: [from: string, to: string]): Buffer {
  const comments: CommentSpec[] = [];
  const paragraphs = linesOf(m.marked).map(({ heading, title, line }): ParagraphSpec => {
    const runs: RunSpec[] = [];
    for (const p of piecesOf(line)) {
      if (p.kind === "comment") {
        const last = runs.at(-1);
        if (last) last.comments = [...(last.comments ?? []), comments.length];
        comments.push({ text: p.text });
      } else runs.push({ text: silent && p.kind === "plain" ? p.text.replace(silent[0], silent[1]) : p.text, ...(p.kind === "del" ? { del: true } : p.kind === "ins" ? { ins: true } : {}) });
    }
    return heading ? { heading, runs } : title ? { style: "Title", runs } : { runs };
  });
  return buildDocx({ paragraphs, comments, title: m.title, creator: editor, author: editor, at: at.toISOString().replace(/\.\d+Z$/, "Z"), trackRevisions: true });
}

export const MANUSCRIPTS = {
  soil: {
    file: "Soil moisture memory in the White Volta.docx",
    title: "Soil moisture memory and the onset of agricultural drought in the White Volta basin",
    marked: `
# Soil moisture memory and the onset of agricultural drought in the White Volta basin

## Abstract

Agricultural drought begins in the soil, yet most warnings in West Africa are [-based on rainfall alone-]{+derived from rainfall alone+}. We ask how long the root zone of the White Volta basin remembers a wet or a dry spell, and whether that memory [-can be used for giving-]{+gives+} farmers an earlier warning. Using eleven stations and nine seasons of [-datas-]{+data+} we find a median memory of nineteen days, which is long enough to [-change the decision of planting-]{+inform the decision to plant+}.

## Introduction

A farmer who plants after the first rains [-make-]{+makes+} a bet on the weeks that follow. If the soil dries out before the seedlings have rooted, the seed is lost and with it a good part of the [-years-]{+year's+} income. Rainfall forecasts for these weeks are [-well known to be poor-]{+notoriously weak+}. The state of the soil itself, however, changes slowly, and a variable that changes slowly can be forecast by [-just looking at it-]{+persistence+}.((Do you mean persistence in the statistical sense? If so, a reference here would help the reader.))

Soil moisture memory is usually expressed as the time [-in which-]{+over which+} the autocorrelation of an anomaly falls to 1/e. Earlier studies report values between [-5 to 40-]{+5 and 40+} days, depending on climate, depth and season. Most of them rely on models or on satellite retrievals of the upper few centimetres, [-whereas crops are living-]{+whereas crops live+} from the water below.

In this paper we use measurements in the root zone. [-The aim of the present paper is threefold.-]{+We have three aims.+} First, to measure the memory of the root zone at stations that span the basin from north to south. Second, to separate the part that is owed to the soil from the part that is owed to the persistence of rain. Third, to test whether a warning that uses the memory would have [-came-]{+come+} earlier than the one that was in fact issued.

## Data and methods

Volumetric water content was recorded every thirty minutes at depths of 10, 30 and 60 cm [-on-]{+at+} eleven stations between 2012 and 2020. Gaps of less than six hours were filled by linear interpolation; longer gaps were left open. [-Each of the sensors were-]{+Each sensor was+} calibrated against gravimetric samples once [-in a year-]{+a year+}, and the drift between calibrations was [-less-]{+lower+} than 0.02 m³ m⁻³ at all but two stations.

Daily anomalies were [-calculated by subtracting a climatology that was smoothed-]{+formed by subtracting a climatology smoothed+} with a window of thirty-one days. The memory was then estimated from the autocorrelation function for lags of one to sixty days. Confidence intervals come from a block bootstrap with blocks of [-fourty-]{+forty+} days.((House style of the journal writes numbers above ten in figures. Shall I change them throughout?))

To tell soil from rain we fitted a simple bucket model to each station and drove it with rainfall that had been shuffled in blocks of five days. What memory is left under shuffled rain [-must be belonging to-]{+belongs to+} the soil.

## Results

The median memory over all stations and depths is nineteen days. It [-raises-]{+rises+} from twelve days at 10 cm to twenty-seven days at 60 cm, and it is longer in the clay soils of the north than in the sandy soils of the south. Under shuffled rain [-fourteen of the nineteen days remains-]{+fourteen of the nineteen days remain+}, so that about three quarters of the memory is owed to the soil.

In the season of 2015 the rains paused for three weeks in June. The index that was used at the time, which [-consider-]{+considers+} rainfall only, signalled drought on the 24th of June. An index that adds the water content at 30 cm would have signalled it on the 13th, eleven days [-before-]{+earlier+}. Over nine seasons the mean gain is eight days, and there is one false alarm [-against-]{+as against+} two.

## Discussion

Eight days are not much for a meteorologist, but [-it is-]{+they are+} enough for a farmer to wait with planting or to choose a variety that ripens faster. The gain is largest where the soil is heavy, [-which is exactly the place where-]{+and it is there that+} replanting costs most. The result does not depend on a good rainfall forecast, and the measurement is cheap compared [-to-]{+with+} a radar.

Two limits should be kept in mind. The stations stand on level ground, [-and we do not know nothing about slopes-]{+and we know nothing about slopes+}. And nine seasons hold only three droughts, so the gain in warning time is known [-only roughly-]{+to within a few days at best+}.

## Conclusions

The root zone of the White Volta basin remembers for almost three weeks. A drought index that listens to the soil [-do-]{+does+} so at little cost and speaks a week earlier. We recommend that one station in each district [-is-]{+be+} equipped with a sensor at 30 cm, and that its reading is printed beside the rainfall index.

## References

Koster, R. D., and Suarez, M. J. (2001). Soil moisture memory in climate models. Journal of Hydrometeorology, 2, 558-570.

Seneviratne, S. I., et al. (2010). Investigating soil moisture-climate interactions in a changing climate. Earth-Science Reviews, 99, 125-161.
`,
  },
  vaccination: {
    file: "Community health workers and vaccination.docx",
    title: "Community health workers and the timeliness of childhood vaccination",
    marked: `
# Community health workers and the timeliness of childhood vaccination

## Introduction

Coverage tells how many children are vaccinated, [-not however when-]{+but not when+}. A child who receives the measles vaccine at fifteen months instead of nine has been unprotected for half a year, [-in which-]{+during which+} it may meet the disease and pass it on. In peri-urban districts, where families move often and clinics [-lies-]{+lie+} far apart, late doses are more common than missing ones.

Community health workers are [-the persons that know-]{+the people who know+} where the families live. This study asks whether a monthly visit by such a worker brings the doses closer to their due dates, and what it costs [-for bringing-]{+to bring+} one dose forward by one month.

## Methods

We followed 1,204 children in six districts for eighteen months. In three districts, chosen by lot, a community health worker visited each [-familly-]{+family+} once a month and showed the mother the next due date on a card. In the other three the usual services [-was-]{+were+} continued.((Were the districts matched before the draw? Reviewers will ask.)) The main outcome was the number of days between the due date and the date of the dose.

The analysis follows the intention to treat. Days of delay were compared with a mixed model that [-include-]{+includes+} a random effect for the district. Costs were taken from the books of the programme and are given in US dollars of 2021.

## Results

The median delay of the measles dose was eleven days with visits and thirty-four days without. The difference was largest for children [-which have-]{+who had+} moved at least once. For the dose at birth, [-that is given-]{+which is given+} in the maternity ward, there was no difference.

Bringing one dose forward by one month cost 2.10 dollars. [-The most of this-]{+Most of this+} was the pay of the workers; the cards cost almost nothing.

## Discussion

A visit and a card [-brings-]{+bring+} the doses forward at a price that a district can pay. We do not know whether the effect [-will last when-]{+would last if+} the visits become rarer, and six districts are few. [-Nevertheless however-]{+Nevertheless+}, the result held in each of the three districts.
`,
  },
  hedgerows: {
    file: "Hedgerow age and pollinators.docx",
    title: "Hedgerow age and pollinator diversity on mixed farms",
    marked: `
# Hedgerow age and pollinator diversity on mixed farms

## Summary

Old hedgerows are thought to be [-more better-]{+better+} for pollinators than young ones, but age is seldom [-seperated-]{+separated+} from length and from the plants that grow in them. On forty farms we counted bees and hoverflies along hedgerows planted between 1890 and 2015. Diversity [-rise-]{+rises+} with age for about sixty years and then [-stay-]{+stays+} level.

## Methods

Each hedgerow was walked four times between April and August, in dry weather and with little wind. All bees and hoverflies within two metres of the transect [-was-]{+were+} counted, and those that could not be named in the field were [-catched-]{+caught+} and named under the microscope. The age of a hedgerow was taken from estate maps, and [-was confirmed by counting of rings-]{+was confirmed by counting rings+} in three stems.

We modelled the number of species with a spline of age, and with the length of the hedgerow, its [-high-]{+height+} and the number of flowering plants as covariates.((Height was not mentioned among the measurements above: please add how it was taken.))

## Results

We counted 6,318 insects of 94 species. The number of species doubled [-in between-]{+between+} a hedgerow of ten years and one of sixty. Beyond sixty years [-it was no further increase-]{+there was no further increase+}, and the oldest hedgerows, [-who-]{+which+} had lost their lower branches, held fewer hoverflies than those of middle age.

## Discussion

A hedgerow needs two generations of farmers until it holds [-the full number of-]{+all the+} pollinators that it can hold. That is an argument for keeping [-those what-]{+those that+} we have. It is also an argument for laying old hedgerows again, since [-the loosing of-]{+losing+} the lower branches seems to undo part of what age has brought.
`,
  },
  canopy: {
    file: "Tree canopy and night temperature.docx",
    title: "Tree canopy and night temperature in a tropical city",
    marked: `
# Tree canopy and night temperature in a tropical city

## Introduction

Trees cool a city by day. [-About the night it is less known.-]{+Less is known about the night.+} A canopy shades the ground, but it also [-hinder-]{+hinders+} the ground from losing its heat to the sky, and in a humid climate the second effect may be [-as big like-]{+as large as+} the first. We measured air temperature at forty-two points in Singapore through twelve months [-for answering-]{+to answer+} the question.

## Methods

Sensors were hung at a height of two metres in white shields and read every ten minutes. Canopy cover within fifty metres was taken from [-a airborne-]{+an airborne+} laser survey. Points were [-choosen-]{+chosen+} so that cover and distance from the sea were not correlated.((How was this checked? A correlation coefficient would settle it.))

## Results

By day each ten per cent of canopy lowered the temperature by 0.4 degrees. After midnight the effect [-have vanished-]{+had vanished+}, and in the four hours before sunrise the shaded points were 0.1 degrees warmer [-as-]{+than+} the open ones. The warming was [-statistical significant-]{+statistically significant+} only on clear nights.

## Discussion

For [-peoples-]{+people+} who work outdoors the day counts, and the day is won. For people who sleep without cooling the night counts, and there [-is nothing to win neither to lose-]{+nothing is won and little is lost+}. Planting in courtyards, [-where the sky is anyway hidden-]{+where the sky is hidden anyway+}, avoids the conflict.
`,
  },
} as const satisfies Record<string, Manuscript>;

/** The letter that goes with an edited manuscript. */
export const letterFor = (m: Manuscript, client: string): string =>
  `Dear ${client},

Thank you for the manuscript “${m.title}”. I corrected grammar, spelling and idiom throughout and tightened sentences where it cost no meaning. Your terms are as you wrote them.

My comments in the margin ask about points that only you can decide; nothing in the argument was changed.

With good wishes for the submission`;
