import { PAIRS } from "../readers/spelling-variant.ts";
import type { IsWord } from "./dictionary.ts";

/** Which two words are one word in two spellings. */

/** Pairs that no rule below covers. */
const MORE =
  "grey gray;programme program;programmes programs;tyre tire;kerb curb;storey story;storeys stories;cheque check;cheques checks;plough plow;ploughing plowing;ploughed plowed;mould mold;moult molt;smoulder smolder;artefact artifact;artefacts artifacts;aluminium aluminum;cosy cozy;pyjamas pajamas;sulphur sulfur;moustache mustache;draught draft;draughts drafts;sceptic skeptic;sceptical skeptical;sceptics skeptics;scepticism skepticism;ageing aging;judgement judgment;acknowledgement acknowledgment;acknowledgements acknowledgments;abridgement abridgment;likeable likable;sizeable sizable;whilst while;amongst among;learnt learned;burnt burned;spelt spelled;dreamt dreamed;spoilt spoiled;leapt leaped;jewellery jewelry;fulfil fulfill;fulfils fulfills;enrol enroll;enrolment enrollment;instalment installment;skilful skillful;wilful willful;distil distill;instil instill;appal appall;practise practice;practised practiced;practising practicing;practises practices;licence license;licences licenses;defence defense;offence offense;pretence pretense;grey-scale gray-scale;towards toward;afterwards afterward;forwards forward;backwards backward;upwards upward;downwards downward;onwards onward;inwards inward;outwards outward;adviser advisor;advisers advisors;focussed focused;focussing focusing;biassed biased;benefitted benefited;benefitting benefiting;connexion connection;inflexion inflection;analyse analyze;gaol jail;manoeuvre maneuver;manoeuvres maneuvers;manoeuvring maneuvering;toward towards;carcase carcass;disc disk;discs disks;enquiry inquiry;enquiries inquiries;orientated oriented;preventative preventive;speciality specialty;specialities specialties;yoghurt yogurt;whisky whiskey;axe ax;tonne ton;tonnes tons;per cent percent;okay ok;foetus fetus;grille grill;omelette omelet;routeing routing;sheikh sheik;vice vise;wagon waggon;wagons waggons;barque bark;cypher cipher;gypsy gipsy;tsar czar;encyclopaedia encyclopedia;mediaeval medieval;premiss premise";
const KEYS = new Map<string, string>();
for (const line of MORE.split(";")) {
  const [one = "", two = ""] = line.split(" ");
  if (!KEYS.has(one)) KEYS.set(one, two);
}
for (const [us, uk] of PAIRS) KEYS.set(uk, us);
KEYS.delete("toward");

/** Words in -ise or -our that have no other spelling, or another word under it. */
const FIXED =
  /^(?:wise|rise|arise|raise|raised|raises|raising|praise|noise|poise|promise|premise|precise|concise|exercise|expertise|enterprise|surprise|comprise|compromise|supervise|televise|advertise|advise|devise|revise|disguise|franchise|improvise|merchandise|paradise|treatise|otherwise|likewise|prise|demise|despise|excise|incise|hour|four|our|your|tour|pour|sour|flour|scour|devour|contour|detour|paramour|velour|troubadour|glamour|acre|massacre|mediocre|ogre|lucre|genre|wildfire|fire|hire|wire|tire|here|there|where|were|mere|sphere|sincere|severe|adhere|atmosphere|interfere|persevere|more|before|therefore|core|score|store|explore|ignore|restore|shore|pure|cure|sure|nature|future|feature|figure|measure|pressure|procedure|structure|culture|literature)$/;

/** A spelling that the variants of English share: color and colour have one key. `word`: lower case. */
export function variantKey(word: string): string {
  const listed = KEYS.get(word);
  if (listed !== undefined) return listed;
  if (FIXED.test(word)) return word;
  return (
    word
      .replace(
        /our(?=(?:s|ed|ing|er|ers|ful|fully|less|able|ably|al|ally|ism|ist|ists|ite|ites|hood|hoods|y|\b)|$)/,
        word.length > 5 ? "or" : "our",
      )
      .replace(/([bcdthp])re(s?)$/, "$1er$2")
      .replace(/([bcdthp])r(ed|ing)$/, "$1er$2")
      .replace(/i[sz](e|ed|es|ing|er|ers|ation|ations|able|ational|ement)$/, "iz$1")
      .replace(/y[sz](e|ed|es|ing|er|ers)$/, "yz$1")
      .replace(/ae|oe/g, "e")
      .replace(/ogue(s?|d|ing)$/, "og$1")
      // Two syllables before the ending: travelled, but not filled.
      .replace(/([aeiouy][a-z]*[aeiouy])ll(ed|ing|er|ers|or|ors|ous|ery)$/, "$1l$2")
      .replace(/ce$/, (end) => (/(?:defen|offen|preten|licen)ce$/.test(word) ? "se" : end))
      .replace(/ph(?=ur|at|id)/, (part) => (word.startsWith("sulph") ? "f" : part))
  );
}

/** Letters without accents. */
export const withoutAccents = (word: string): string =>
  word.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ø", "o").replaceAll("ł", "l").replaceAll("ß", "ss");

const LONGEST = 40;

/** Letters added, dropped, replaced, or swapped with their neighbor, at most `most` + 1. */
export function distanceOf(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) > LONGEST) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}

/** Whether `after` is `before` in other letters: a variant, an accent, or a typing error mended. Both in lower case. */
export function isRespelled(before: string, after: string, isWord: IsWord): boolean {
  const [b, a] = [withoutAccents(before), withoutAccents(after)];
  if (b === a || variantKey(b) === variantKey(a)) return true;
  const known = (word: string): boolean => isWord(word) || isWord(variantKey(withoutAccents(word)));
  const knownBefore = known(before);
  const knownAfter = known(after);
  if (knownBefore && knownAfter) return false;
  const shorter = Math.min(b.length, a.length);
  const most = shorter <= 4 ? 1 : shorter <= 8 ? 2 : 3;
  if (distanceOf(b, a, most) > most) return false;
  if (!knownBefore && knownAfter) return true;
  // A name or a term that no dictionary has. Another ending is another form.
  const common = commonStart(b, a);
  return !knownBefore && shorter >= 5 && common < Math.max(b.length, a.length) - 2 && distanceOf(b, a, 2) <= 2;
}

export function commonStart(a: string, b: string): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}
