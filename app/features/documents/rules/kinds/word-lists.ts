/** Lists of English words that tell kinds of change apart. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

export const ARTICLES = set("a an the");

/** Words with a grammatical role: they aren't content words. Adverbs are. */
export const FUNCTION_WORDS = set(
  "a an the this that these those some any no every each either neither both all such what which whose who whom whoever whichever whatever another other others " +
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them their theirs themselves themself one ones oneself somebody someone something anybody anyone anything nobody nothing everybody everyone everything none " +
    "be am is are was were been being do does did done doing have has had having can could may might must shall should will would ought cannot " +
    "of in on at by for with about against between among amongst into through throughout during before after above below to from up down off over under onto upon within without along across behind beyond near toward towards around like unlike per via than as except amid amidst beside despite until till since out inside outside beneath underneath " +
    "and or but nor so yet if because although though while whereas unless whether when where why how then there here that not n't " +
    "many much more most few fewer fewest little less least several enough own same",
);

/** Conjunctions and connectives say how two thoughts belong together, so another one is another choice. */
export const CONNECTIVES = set(
  "and or but nor so yet if because although though while whilst whereas unless whether until however besides moreover furthermore therefore thus hence nevertheless nonetheless also additionally consequently accordingly meanwhile instead otherwise indeed since despite",
);

/** Words that join clauses, which a full stop or a semicolon can replace. */
export const JOINTS = set("and but or so nor yet");

/** Verbs that carry little meaning beside a noun: conduct an analysis, make a choice. */
export const LIGHT_VERBS = set(
  "make take give get do have use conduct perform carry undertake provide reach draw hold offer put bring come effect accomplish achieve implement exhibit show process manner way fact basis",
);

/** Verbs whose construction is a matter of usage: is comprised of, comprises. */
export const USAGE_VERBS = set("comprise compose consist constitute");

/** Parts of phrases that can be left out without losing content: in order to. */
export const EMPTY_PHRASES: readonly string[] = ["in order", "so as", "the fact", "the fact that", "of the fact"];

/** A quantity: which one is right depends on the noun. */
export const QUANTIFIERS = set(
  "many much few fewer little less some any several each every all both either neither most enough",
);
export const QUANTIFIER_PAIRS: ReadonlySet<string> = set(
  "many/much few/little fewer/less each/every any/some each/every all/every both/all either/neither any/no amount/number",
);

/** Without one of these, a "no" more or less changes what is said. */
export const NEGATIONS = set("not no never none nor neither nothing nobody without cannot hardly n't");

/** Two words that are often written as one. */
export const FALSE_COMPOUNDS = set(
  "alot inbetween infact incase aswell atleast eachother noone afew upto insofaras nevermind",
);

export const MODALS = set("can could may might must shall should will would cannot ought");

export const MONTHS = set(
  "january february march april june july august september october november december jan feb mar apr jun jul aug sept oct nov dec",
);
export const WEEKDAYS = set("monday tuesday wednesday thursday friday saturday sunday");

/** Units of measurement. They count as one only behind a number. */
export const UNITS = set(
  "percentage mm cm dm m km nm µm μm g mg kg µg μg ng t l ml dl cl µl μl s ms min h hz khz mhz ghz k pa kpa mpa bar j kj kcal cal w kw mw v mv kv a ma n mol mmol µmol μmol m² m³ km² cm² cm³ ha ppm ppb db °c °f % ‰ percent pct " +
    "metre metres meter meters kilometre kilometres kilometer kilometers centimetre centimetres centimeter centimeters millimetre millimetres millimeter millimeters litre litres liter liters millilitre millilitres milliliter milliliters gram grams kilogram kilograms milligram milligrams tonne tonnes ton tons mile miles inch inches foot feet yard yards pound pounds ounce ounces acre acres hectare hectares second seconds minute minutes hour hours day days week weeks month months year years decade decades century centuries degree degrees celsius fahrenheit kelvin volt volts watt watts joule joules newton newtons hertz pascal dollar dollars euro euros cent cents",
);

/** Marks of arithmetic and comparison. */
export const SIGNS = set("= < > ≤ ≥ ± × ÷ ^ ~ ≈ ≠ ∑ ∏ √ ∫ ∂ ∞ ∝ ∈ % ‰ ° + * / → ← ↔ $ € £ ¥ · ≪ ≫ ∼ ⋅");

export const LABEL_WORDS = set(
  "figure figures fig figs table tables tab equation equations eq eqs eqn section sections sect sec chapter chapters chap appendix appendices annex box scheme panel panels plate plates chart map supplement listing algorithm footnote exhibit graph diagram",
);

/** Irregular forms, each line from its base. */
const IRREGULAR =
  "be am is are was were been being;have has had having;do does did done doing;go goes went gone;say said;make made;get got gotten;take took taken;see saw seen;come came;think thought;give gave given;find found;tell told;become became;show shown;leave left;feel felt;bring brought;begin began begun;keep kept;hold held;write wrote written;stand stood;hear heard;mean meant;meet met;run ran;pay paid;sit sat;speak spoke spoken;lie lay lain lying;lead led;grow grew grown;lose lost;fall fell fallen;send sent;build built;understand understood;draw drew drawn;break broke broken;spend spent;rise rose risen;drive drove driven;buy bought;wear wore worn;choose chose chosen;seek sought;throw threw thrown;catch caught;deal dealt;win won;forget forgot forgotten;lay laid;sell sold;fight fought;teach taught;eat ate eaten;sing sang sung;strike struck stricken;hang hung;shake shook shaken;ride rode ridden;feed fed;shoot shot;drink drank drunk;hide hid hidden;swim swam swum;fly flew flown;sleep slept;sweep swept;bind bound;wind wound;swing swung;arise arose arisen;know knew known;bear bore borne born;steal stole stolen;blow blew blown;freeze froze frozen;forbid forbade forbidden;bend bent;lend lent;bleed bled;breed bred;dig dug;cling clung;spin spun;sink sank sunk;shrink shrank shrunk;spring sprang sprung;tear tore torn;swear swore sworn;weave wove woven;undergo underwent undergone;overcome overcame;withdraw withdrew withdrawn;foresee foresaw foreseen;undertake undertook undertaken;mistake mistook mistaken;prove proven;learn learnt;burn burnt;dream dreamt;spell spelt;spoil spoilt;light lit;stick stuck;sow sown;mow mown;saw sawn;sew sewn;bite bitten bit;beat beaten;awake awoke awoken;" +
  "man men;woman women;child children;foot feet;tooth teeth;mouse mice;goose geese;ox oxen;person people;life lives;leaf leaves;half halves;knife knives;wife wives;self selves;shelf shelves;wolf wolves;calf calves;loaf loaves;thief thieves;criterion criteria;phenomenon phenomena;datum data;medium media;bacterium bacteria;curriculum curricula;stratum strata;index indices;matrix matrices;appendix appendices;vertex vertices;axis axes;basis bases;crisis crises;thesis theses;hypothesis hypotheses;analysis analyses analyze analyzed analyzing analyzes;diagnosis diagnoses diagnose diagnosed;synthesis syntheses synthesize;oasis oases;parenthesis parentheses;radius radii;nucleus nuclei;stimulus stimuli;locus loci;focus foci;fungus fungi;alumnus alumni;corpus corpora;genus genera;species;formula formulae;syllabus syllabi;vortex vortices;codex codices;apex apices;memorandum memoranda;symposium symposia;stadium stadia;aquarium aquaria;spectrum spectra;referendum referenda;forum fora;millennium millennia;compendium compendia;antenna antennae;vertebra vertebrae;nebula nebulae;cactus cacti;octopus octopi;terminus termini;rectum recta;stigma stigmata;schema schemata;dogma dogmata;larva larvae;alga algae;" +
  "good better best well;bad worse worst badly;far farther further farthest furthest;long length lengthen;high height heighten;deep depth deepen;wide width widen;broad breadth;strong strength strengthen;true truth;warm warmth;young youth;grow growth;die death dead;live life alive;choose choice;see sight;sell sale;fly flight;weigh weight;give gift;speak speech;lose loss;believe belief;prove proof;save safe;describe description;receive receipt reception;perceive perception;conceive conception;decide decision;divide division;explode explosion;include inclusion;exclude exclusion;conclude conclusion;permit permission;admit admission;submit submission;extend extension extent extensive;expand expansion;respond response;defend defense;succeed success;proceed process;exceed excess;solve solution;resolve resolution;reduce reduction;produce production product;introduce introduction;destroy destruction;compare comparison;assume assumption;consume consumption;presume presumption;absorb absorption;vary variation variable various;apply application;imply implication;qualify qualification;divert diversion;convert conversion;invert inversion;revert reversion;maintain maintenance;explain explanation;obtain;analogy analogous;certain certainty;poor poverty;brother brethren;france french;germany german;spain spanish;italy italian;poland polish;england english;britain british;greece greek;china chinese;russia russian;europe european;america american;africa african;asia asian;turkey turkish;sweden swedish;norway norwegian;denmark danish;netherlands dutch;scotland scottish;ireland irish;wales welsh;switzerland swiss";

/** The base of an irregular form. */
export const BASES: ReadonlyMap<string, string> = new Map(
  IRREGULAR.split(";").flatMap((line) => {
    const [base = "", ...forms] = line.split(" ");
    return [base, ...forms].map((form) => [form, base] as const);
  }),
);

/** Stems that several words of different meaning share: general, generous. */
export const SHARED_STEMS = set(
  "gener univers polic organ import commun experi instru depart condit ration secret person moral custom author capit critic intern nat object origin product rel stat station statu ident integr comp cours consider commerc centr princip effect affect new quit human use appli eventu actu sens success consequ contin continu intens extens popul oper specif respect prospect perspect minist compar terr hospit matter convers const contract relat",
);
