/** An order's field, document type, English variant, and style guide. Slugs are permanent, but labels may change. */
export type Subfield = { slug: string; label: string };
export type Field = { slug: string; label: string; subfields: readonly Subfield[] };

const field = (slug: string, label: string, subfields: Record<string, string>): Field => ({
  slug,
  label,
  subfields: Object.entries(subfields).map(([sub, name]) => ({ slug: sub, label: name })),
});

/** Two levels. A subfield's slug is unique across the whole list, so it also identifies its field. */
export const FIELDS: readonly Field[] = [
  field("medicine", "Medicine", {
    "internal-medicine": "Internal medicine",
    surgery: "Surgery",
    oncology: "Oncology",
    cardiology: "Cardiology",
    neurology: "Neurology",
    paediatrics: "Pediatrics",
    psychiatry: "Psychiatry",
    "infectious-diseases": "Infectious diseases",
    radiology: "Radiology and imaging",
    dentistry: "Dentistry",
  }),
  field("health-sciences", "Health sciences", {
    "public-health": "Public health",
    nursing: "Nursing and midwifery",
    pharmacy: "Pharmacy and pharmacology",
    epidemiology: "Epidemiology",
    nutrition: "Nutrition and dietetics",
    rehabilitation: "Rehabilitation and sports science",
    "health-policy": "Health policy",
    "veterinary-science": "Veterinary science",
  }),
  field("life-sciences", "Life sciences", {
    "molecular-biology": "Molecular and cell biology",
    genetics: "Genetics and genomics",
    microbiology: "Microbiology",
    immunology: "Immunology",
    neuroscience: "Neuroscience",
    ecology: "Ecology and evolution",
    "plant-science": "Plant science",
    zoology: "Zoology",
    bioinformatics: "Bioinformatics",
  }),
  field("chemistry", "Chemistry and materials", {
    "organic-chemistry": "Organic chemistry",
    "inorganic-chemistry": "Inorganic chemistry",
    "analytical-chemistry": "Analytical chemistry",
    "physical-chemistry": "Physical chemistry",
    biochemistry: "Biochemistry",
    "materials-science": "Materials science",
    polymers: "Polymers",
    nanoscience: "Nanoscience",
  }),
  field("physics", "Physics and astronomy", {
    "condensed-matter": "Condensed matter",
    "particle-physics": "Particle and nuclear physics",
    optics: "Optics and photonics",
    astronomy: "Astronomy and astrophysics",
    "applied-physics": "Applied physics",
    "theoretical-physics": "Theoretical physics",
    biophysics: "Biophysics",
  }),
  field("mathematics", "Mathematics and statistics", {
    "pure-mathematics": "Pure mathematics",
    "applied-mathematics": "Applied mathematics",
    statistics: "Statistics",
    probability: "Probability",
    "operations-research": "Operations research",
    "numerical-analysis": "Numerical analysis",
  }),
  field("computer-science", "Computer science", {
    "artificial-intelligence": "Artificial intelligence and machine learning",
    "software-engineering": "Software engineering",
    "computer-networks": "Networks and systems",
    "information-security": "Information security",
    "human-computer-interaction": "Human-computer interaction",
    "data-science": "Data science and databases",
    "theory-of-computation": "Theory of computation",
    "computer-vision": "Computer vision and graphics",
  }),
  field("engineering", "Engineering", {
    "mechanical-engineering": "Mechanical engineering",
    "electrical-engineering": "Electrical and electronic engineering",
    "civil-engineering": "Civil engineering",
    "chemical-engineering": "Chemical engineering",
    "biomedical-engineering": "Biomedical engineering",
    "aerospace-engineering": "Aerospace engineering",
    "industrial-engineering": "Industrial engineering",
    "energy-engineering": "Energy engineering",
    architecture: "Architecture and planning",
  }),
  field("earth-environment", "Earth and environment", {
    geology: "Geology",
    geography: "Geography",
    "climate-science": "Climate and atmospheric science",
    oceanography: "Oceanography",
    "environmental-science": "Environmental science",
    agriculture: "Agriculture and forestry",
    hydrology: "Hydrology",
  }),
  field("social-sciences", "Social sciences", {
    psychology: "Psychology",
    sociology: "Sociology",
    "political-science": "Political science and international relations",
    education: "Education",
    anthropology: "Anthropology",
    communication: "Communication and media",
    "social-work": "Social work",
    demography: "Demography",
    "gender-studies": "Gender studies",
  }),
  field("business-economics", "Business, economics, and law", {
    economics: "Economics",
    finance: "Finance and accounting",
    management: "Management",
    marketing: "Marketing",
    "information-systems": "Information systems",
    entrepreneurship: "Entrepreneurship and innovation",
    "tourism-hospitality": "Tourism and hospitality",
    law: "Law",
    "public-administration": "Public administration",
  }),
  field("humanities", "Arts and humanities", {
    history: "History",
    philosophy: "Philosophy",
    literature: "Literature",
    linguistics: "Linguistics and languages",
    "religious-studies": "Religious studies and theology",
    "art-history": "Art history and visual arts",
    music: "Music and performing arts",
    archaeology: "Archaeology",
    "cultural-studies": "Cultural studies",
  }),
];

const subfieldIndex = new Map<string, { field: Field; subfield: Subfield }>();
for (const owner of FIELDS)
  for (const subfield of owner.subfields) subfieldIndex.set(subfield.slug, { field: owner, subfield });

/** The subfield of a slug with the field it belongs to; or null. */
export const findSubfield = (slug: string): { field: Field; subfield: Subfield } | null =>
  subfieldIndex.get(slug) ?? null;

/** Whether two subfields belong to one field. */
export function sameField(a: string, b: string): boolean {
  const found = subfieldIndex.get(a);
  return found !== undefined && found.field === subfieldIndex.get(b)?.field;
}

/** All subfields of the field a subfield belongs to, including itself, or only the slug when unknown. */
export const subfieldsBeside = (slug: string): string[] =>
  subfieldIndex.get(slug)?.field.subfields.map((s) => s.slug) ?? [slug];

/** "Cardiology (Medicine)": a subfield's display name, or the slug when unknown. */
export function subfieldLabel(slug: string): string {
  const found = subfieldIndex.get(slug);
  return found ? `${found.subfield.label} (${found.field.label})` : slug;
}

export const DOCUMENT_TYPES = [
  "research-article",
  "thesis",
  "dissertation",
  "proposal",
  "essay",
  "book-chapter",
  "conference-paper",
  "cv",
  "other",
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
export const DOCUMENT_TYPE_LABELS: Record<DocumentType, string> = {
  "research-article": "Research article",
  thesis: "Thesis",
  dissertation: "Dissertation",
  proposal: "Proposal",
  essay: "Essay",
  "book-chapter": "Book chapter",
  "conference-paper": "Conference paper",
  cv: "CV",
  other: "Other",
};

export const ENGLISH_VARIANTS = ["US", "UK", "CA", "AU"] as const;
export type EnglishVariant = (typeof ENGLISH_VARIANTS)[number];
export const ENGLISH_VARIANT_LABELS: Record<EnglishVariant, string> = {
  US: "American English",
  UK: "British English",
  CA: "Canadian English",
  AU: "Australian English",
};

export const STYLE_GUIDES = [
  "apa",
  "mla",
  "chicago",
  "vancouver",
  "harvard",
  "ieee",
  "ama",
  "acs",
  "journal",
  "none",
] as const;
export type StyleGuide = (typeof STYLE_GUIDES)[number];
export const STYLE_GUIDE_LABELS: Record<StyleGuide, string> = {
  apa: "APA",
  mla: "MLA",
  chicago: "Chicago",
  vancouver: "Vancouver",
  harvard: "Harvard",
  ieee: "IEEE",
  ama: "AMA",
  acs: "ACS",
  journal: "The journal's own",
  none: "None",
};

/** Maximum length of an order's instructions. */
export const MAX_INSTRUCTIONS = 5_000;
