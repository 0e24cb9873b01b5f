import { PAIRS } from "../readers/spelling-variant.ts";

/** To which variant of English a spelling belongs. `ise` and `ize` are both British. */
export type Side = "US" | "UK" | "ise" | "ize";

/**
 * More pairs of stems that differ by spelling alone, US and UK, besides those that tell an order's variant. Endings are
 * left open. None is a word of another sense in one of the variants.
 */
const MORE: readonly string[] = [
  // -or, -our
  "ardor ardour, armor armour, candor candour, clamor clamour, demeanor demeanour, enamor enamour, fervor fervour, flavor flavour, glamor glamour, odor odour, parlor parlour, rancor rancour, rigor rigour, rumor rumour, savor savour, savior saviour, splendor splendour, succor succour, valor valour, vigor vigour, misdemeanor misdemeanour",
  // -er, -re
  "caliber calibre, centimeter centimetre, kilometer kilometre, millimeter millimetre, nanometer nanometre, micrometer micrometre, milliliter millilitre, luster lustre, specter spectre, somber sombre, sepulcher sepulchre, saber sabre, epicenter epicentre, ocher ochre, maneuver manoeuvre",
  // -l-, -ll-
  "barreled barrelled, bedeviled bedevilled, caviling cavilling, channeling channelling, chiseled chiselled, counseled counselled, counseling counselling, counselor counsellor, cruelest cruellest, dialed dialled, dialing dialling, disheveled dishevelled, drivel drivell, dueling duelling, enameled enamelled, equaled equalled, equaling equalling, funneled funnelled, funneling funnelling, fueling fuelling, graveled gravelled, initialed initialled, jeweled jewelled, jeweler jeweller, jewelry jewellery, leveled levelled, leveling levelling, libeled libelled, marshaled marshalled, marveled marvelled, marvelous marvellous, modeler modeller, paneled panelled, paneling panelling, pedaled pedalled, penciled pencilled, quarreled quarrelled, quarreling quarrelling, reveled revelled, rivaled rivalled, rivaling rivalling, shoveled shovelled, shriveled shrivelled, signaled signalled, snorkeling snorkelling, spiraled spiralled, spiraling spiralling, stenciled stencilled, swiveled swivelled, totaling totalling, traveler traveller, tunneled tunnelled, tunneling tunnelling, unraveled unravelled, unraveling unravelling, woolen woollen, worshiped worshipped, worshiping worshipping, canceling cancelling, crystalize crystallise, chancelor chancellor, remodeled remodelled, remodeling remodelling, relabeled relabelled, unlabeled unlabelled, mislabeled mislabelled, unrivaled unrivalled, unparalleled unparallelled, distill distil, enroll enrol, instill instil, appall appal, enthrall enthral, fulfillment fulfilment, installments instalments, willful wilful",
  // -e-, -ae-, -oe-
  "amenorrhea amenorrhoea, anesthe anaesthe, anesthesia anaesthesia, anesthetic anaesthetic, anesthetist anaesthetist, anemic anaemic, archeology archaeology, archeologist archaeologist, archeological archaeological, bacteremia bacteraemia, cecum caecum, celiac coeliac, cesarean caesarean, diarrhea diarrhoea, dyspnea dyspnoea, esophagus oesophagus, esophageal oesophageal, estrogenic oestrogenic, etiology aetiology, etiologies aetiologies, etiological aetiological, feces faeces, fecal faecal, gynecology gynaecology, gynecologist gynaecologist, gynecological gynaecological, hematology haematology, hematological haematological, hematoma haematoma, hemolysis haemolysis, hemolytic haemolytic, hemophilia haemophilia, hemorrhage haemorrhage, hemorrhagic haemorrhagic, hemostasis haemostasis, hypoglycemia hypoglycaemia, hyperglycemia hyperglycaemia, hypoglycemic hypoglycaemic, hypoxemia hypoxaemia, ischemia ischaemia, ischemic ischaemic, leukemic leukaemic, apnea apnoea, orthopedics orthopaedics, paleolithic palaeolithic, paleontology palaeontology, paleontologist palaeontologist, pediatrician paediatrician, pediatrics paediatrics, septicemia septicaemia, uremia uraemia, tumorigenesis tumourigenesis, synesthesia synaesthesia, glycemic glycaemic, glycemia glycaemia, lipidemia lipidaemia, hyperlipidemia hyperlipidaemia, toxemia toxaemia, medieval mediaeval, encyclopedia encyclopaedia",
  // -ze, -se in -lyse; -og, -ogue; and single words
  "analyzer analyser, analyzers analysers, analyzes analyses, catalyzed catalysed, catalyzing catalysing, dialyze dialyse, dialyzed dialysed, electrolyze electrolyse, hydrolyze hydrolyse, hydrolyzed hydrolysed, paralyzed paralysed, paralyzing paralysing, reanalyze reanalyse, reanalyzed reanalysed, cataloging cataloguing, cataloged catalogued, plow plough, mold mould, molding moulding, molten molten, mustache moustache, pajamas pyjamas, pretense pretence, defenseless defenceless, cozy cosy, artifact artefact, checkered chequered, curb kerb, donut doughnut, airplane aeroplane, aluminum aluminium, skepticism scepticism, skeptical sceptical, smolder smoulder, sulfate sulphate, sulfide sulphide, sulfuric sulphuric, tire tyre, whiskey whisky, draftsman draughtsman, neighborhood neighbourhood, favorite favourite, favorable favourable, unfavorable unfavourable, unfavorably unfavourably, favorably favourably, honorable honourable, colorful colourful, colorless colourless, behavioral behavioural, behaviorism behaviourism, behaviorist behaviourist, laborer labourer, laborers labourers, neighboring neighbouring, harboring harbouring, multicolored multicoloured, discolored discoloured, dishonor dishonour, disfavor disfavour, misbehavior misbehaviour, outmaneuver outmanoeuvre, maneuvering manoeuvring, maneuvered manoeuvred, centered centred, centering centring, decentered decentred, recenter recentre, fibers fibres, theatergoer theatregoer",
];

/** Pairs that don't tell: words of a second sense in one of the variants, or that British publishers spell either way. */
const UNSURE = new Set(
  "license licence dialog dialogue program programme catalog catalogue judgment judgement fetus foetus sulfur sulphur sulfate sulphate sulfide sulphide sulfuric sulphuric practise practice tire tyre curb kerb whiskey whisky medieval mediaeval encyclopedia encyclopaedia molten artifact artefact glamor glamour anesthe anaesthe drivel drivell crystalize crystallise unparalleled unparallelled analyzes analyses chancelor chancellor distill distil instill instil enroll enrol fulfill fulfil appall appal enthrall enthral savior saviour".split(
    " ",
  ),
);

/** Words that only one variant has, whatever the other one says. With all endings, since others are common to both. */
const ONE_SIDED: Record<"US" | "UK", string> = {
  US: "catalog catalogs cataloged cataloging fulfill fulfills fulfillment enroll enrolls enrollment enrollments instill instills distill distills appall enthrall",
  UK: "programme programmes metre metres licence licences practise practises practised practising tyre tyres kerb kerbs cheque cheques artefact artefacts sulphur sulphate sulphates sulphide sulphides sulphuric foetus foetuses foetal fulfil fulfils fulfilment enrol enrols enrolment enrolments instil instils distil distils",
};

/** Words that only look like one side's. "Analyses" are also more than one analysis. */
const SAME = new Set(
  "analyses reanalyses meta-analyses paralyses catalyses dialyses hydrolyses electrolyses humorist humorists humoral colorist literal literally".split(
    " ",
  ),
);

const stems = new Map<string, "US" | "UK">();
function addPair(us: string, uk: string): void {
  if (UNSURE.has(us) || UNSURE.has(uk) || us === uk || /i[sz](?:e|ed|ing|ation)$/.test(uk)) return;
  stems.set(us, "US");
  stems.set(uk, "UK");
}
for (const [us, uk] of PAIRS) addPair(us, uk);
for (const line of MORE)
  for (const pair of line.split(", ")) {
    const [us = "", uk = ""] = pair.split(" ");
    addPair(us, uk);
  }
const exact = new Map<string, "US" | "UK">();
for (const side of ["US", "UK"] as const) for (const word of ONE_SIDED[side].split(" ")) exact.set(word, side);
const LONGEST = Math.max(...[...stems.keys()].map((stem) => stem.length));

const ENDING =
  /^(?:s|ed|ing|al|ally|d|r|rs|red|ring|ly|ful|fully|less|able|ably|ist|ists|ism|n|ns|es|ic|ics|ial|hood|hoods|er|ers|ment|ments|ite|ites|[’']s|)$/;

/** Words in -ise in both variants. */
const ALWAYS_ISE = new Set(
  "advise devise revise improvise supervise televise advertise apprise arise chastise circumcise comprise compromise demise despise disguise enterprise enfranchise disenfranchise franchise exercise excise expertise incise merchandise paradise precise imprecise concise premise promise reprise rise surmise surprise treatise wise otherwise likewise anise valise chemise crise crises marquise cerise sunrise moonrise uprise practise mortise high-rise misadvise prise reprise cruise bruise praise raise poise noise vise guise".split(
    " ",
  ),
);
const ALWAYS_IZE = new Set(
  "size resize downsize upsize oversize outsize supersize midsize capsize prize seize assize maize baize".split(" "),
);

/** Sizes and ways, not verbs: "pagesize", "piecewise". */
const COMPOUND = /(?:wise|(?<!pha|the|ta|heo|ro|po)size[sd]?|(?<!pha|the|ta|heo|ro|po)sizing)$/;

const VERB = /^(.*[^aeiou])i([sz])(?:e|ed|es|ing|er|ers|able|ation|ations|ational|ationally|ement)$/;

/** How a word's spelling speaks; null if it says nothing. `word`: in lower case. */
export function sideOf(word: string): Side | null {
  if (word.length < 4 || word.length > 40 || SAME.has(word)) return null;
  const own = exact.get(word);
  if (own !== undefined || COMPOUND.test(word)) return own ?? null;
  const verb = VERB.exec(word);
  if (verb && word.length >= 6) {
    const [, stem = "", letter = ""] = verb;
    const base = `${stem}i${letter}e`;
    const before = stem.at(-1) ?? "";
    // Analyse and its relatives are a matter of US and UK.
    if (before !== "y" || stem.endsWith("ry")) {
      const rest = word.slice(stem.length + 2);
      if (letter === "z" && !ALWAYS_IZE.has(base) && stem.length >= 2) return "ize";
      if (
        letter === "s" &&
        !isAlwaysIse(base) &&
        stem.length >= 3 &&
        ((rest !== "er" && rest !== "ers") || stem.length >= 5)
      )
        return "ise";
    }
    return null;
  }
  for (let length = Math.min(word.length, LONGEST); length >= 4; length--) {
    const found = stems.get(word.slice(0, length));
    if (found && ENDING.test(word.slice(length))) return found;
  }
  return null;
}

/** Prefixes don't change it: "readvertise", "unsupervised". */
const isAlwaysIse = (base: string): boolean =>
  ALWAYS_ISE.has(base) || ALWAYS_ISE.has(base.replace(/^(?:re|un|mis|over|under|pre|self)-?/, ""));
