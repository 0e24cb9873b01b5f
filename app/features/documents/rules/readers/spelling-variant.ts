import type { TextModel } from "./text-model.ts";

/** Pairs of stems that differ by spelling alone: US, UK. Endings are left open. */
export const PAIRS: readonly (readonly [us: string, uk: string])[] = [
  ["color", "colour"],
  ["behavior", "behaviour"],
  ["labor", "labour"],
  ["favor", "favour"],
  ["honor", "honour"],
  ["neighbor", "neighbour"],
  ["tumor", "tumour"],
  ["vapor", "vapour"],
  ["rumor", "rumour"],
  ["humor", "humour"],
  ["harbor", "harbour"],
  ["endeavor", "endeavour"],
  ["center", "centre"],
  ["fiber", "fibre"],
  ["liter", "litre"],
  ["theater", "theatre"],
  ["meager", "meagre"],
  ["analyze", "analyse"],
  ["analyzed", "analysed"],
  ["analyzing", "analysing"],
  ["catalyze", "catalyse"],
  ["paralyze", "paralyse"],
  ["modeling", "modelling"],
  ["modeled", "modelled"],
  ["labeled", "labelled"],
  ["labeling", "labelling"],
  ["traveled", "travelled"],
  ["traveling", "travelling"],
  ["canceled", "cancelled"],
  ["signaling", "signalling"],
  ["totaled", "totalled"],
  ["fueled", "fuelled"],
  ["channeled", "channelled"],
  ["defense", "defence"],
  ["offense", "offence"],
  ["license", "licence"],
  ["pretense", "pretence"],
  ["catalog", "catalogue"],
  ["dialog", "dialogue"],
  ["gray", "grey"],
  ["program", "programme"],
  ["aging", "ageing"],
  ["skeptic", "sceptic"],
  ["anemia", "anaemia"],
  ["pediatric", "paediatric"],
  ["estrogen", "oestrogen"],
  ["hemoglobin", "haemoglobin"],
  ["orthopedic", "orthopaedic"],
  ["leukemia", "leukaemia"],
  ["edema", "oedema"],
  ["fetus", "foetus"],
  ["maneuver", "manoeuvre"],
  ["aluminum", "aluminium"],
  ["sulfur", "sulphur"],
  ["fulfill", "fulfil"],
  ["enrollment", "enrolment"],
  ["installment", "instalment"],
  ["skillful", "skilful"],
  ["judgment", "judgement"],
  ["organize", "organise"],
  ["organization", "organisation"],
  ["recognize", "recognise"],
  ["summarize", "summarise"],
  ["emphasize", "emphasise"],
  ["characterize", "characterise"],
  ["generalize", "generalise"],
  ["hypothesize", "hypothesise"],
  ["minimize", "minimise"],
  ["maximize", "maximise"],
  ["optimize", "optimise"],
  ["utilize", "utilise"],
  ["standardize", "standardise"],
  ["randomized", "randomised"],
  ["normalize", "normalise"],
  ["categorize", "categorise"],
  ["realize", "realise"],
  ["specialize", "specialise"],
  ["synthesize", "synthesise"],
  ["visualize", "visualise"],
];

/**
 * Words that both variants have in another sense, or that British publishers spell either way: they only speak for one
 * side.
 */
const WEAK = new Set(["license", "dialog", "program", "judgment", "fetus", "liter", "sulfur", "offense", "defense"]);
const OXFORD = /iz(?:e|ed|es|ing|ation)/;

const stems = new Map<string, { side: "US" | "UK"; weight: number }>();
for (const [us, uk] of PAIRS) {
  stems.set(us, { side: "US", weight: WEAK.has(us) ? 0.25 : OXFORD.test(us) ? 0.5 : 1 });
  stems.set(uk, { side: "UK", weight: 1 });
}
const longest = Math.max(...[...stems.keys()].map((stem) => stem.length));

export type SpellingEvidence = { us: Map<string, number>; uk: Map<string, number> };

/** How often each telling spelling occurs. */
export function spellingEvidence(model: TextModel): SpellingEvidence {
  const evidence: SpellingEvidence = { us: new Map(), uk: new Map() };
  for (const paragraph of model.paragraphs) {
    if (model.sections[paragraph.section]?.references) continue;
    for (const [word] of paragraph.text.toLowerCase().matchAll(/[a-z]{4,}/g)) {
      for (let length = Math.min(word.length, longest); length >= 4; length--) {
        const stem = word.slice(0, length);
        const found = stems.get(stem);
        if (
          !found ||
          !/^(?:s|ed|ing|al|ally|d|r|rs|red|ly|ful|able|ist|ists|n|ns|ns?'?|es|ic|ics|ial|ization|isation|ment|ments|)$/.test(
            word.slice(length),
          )
        )
          continue;
        const side = found.side === "US" ? evidence.us : evidence.uk;
        side.set(stem, (side.get(stem) ?? 0) + 1);
        break;
      }
    }
  }
  return evidence;
}

/** The English variant the spelling speaks for; null when it is mixed or says too little. */
export function spellingVariant(evidence: SpellingEvidence): "US" | "UK" | null {
  const sum = (side: Map<string, number>) =>
    [...side].reduce((total, [stem, count]) => total + Math.min(count, 5) * (stems.get(stem)?.weight ?? 0), 0);
  const us = sum(evidence.us);
  const uk = sum(evidence.uk);
  if (us + uk < 2) return null;
  if (us >= 3 * uk) return "US";
  return uk >= us ? (uk >= 2 * us ? "UK" : null) : null;
}
