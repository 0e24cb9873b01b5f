/**
 * The profiles that every database begins with: three generic ones, and drafts of real policies in our own words. Most
 * of those pages were seen only in part, in a copy of November 25, 2026. What no line says stays undecided until a
 * member of staff has read the whole page.
 */
import { EDIT_KINDS, type EditKind } from "#app/features/documents/rules/kinds/edit-kind.ts";
import type { AssessedType } from "./assessed.ts";
import type { Permission } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import type { Demand, ProfileContent } from "./profile.ts";

export type FirstProfile = { id: string; content: ProfileContent };

const ALL: AssessedType[] = ["thesis", "dissertation", "proposal", "essay"];
const GRADUATE: AssessedType[] = ["thesis", "dissertation"];
const WRITTEN: AssessedType[] = ["thesis", "dissertation", "essay"];

type Said = {
  allowed?: readonly EditKind[];
  comment?: readonly EditKind[];
  forbidden?: readonly EditKind[];
  unit?: string;
  minWords?: number;
  demands?: Demand[];
  ai?: string;
  note?: string;
};

function kindsOf({ allowed = [], comment = [], forbidden = [] }: Said): ProfileContent["kinds"] {
  const ruleOf = (kind: EditKind): Permission | null =>
    forbidden.includes(kind)
      ? "forbidden"
      : comment.includes(kind)
        ? "comment"
        : allowed.includes(kind)
          ? "allowed"
          : null;
  return Object.fromEntries(EDIT_KINDS.map((kind) => [kind, ruleOf(kind)])) as ProfileContent["kinds"];
}

const make = (
  id: string,
  institution: string,
  policy: string,
  url: string,
  appliesTo: AssessedType[],
  said: Said,
): FirstProfile => ({
  id,
  content: {
    institution,
    unit: said.unit ?? "",
    policy,
    url,
    generic: url === "",
    appliesTo,
    minWords: said.minWords ?? null,
    kinds: kindsOf(said),
    demands: said.demands ?? [],
    ai: said.ai ?? "",
    note: said.note ?? "",
    reviewOn: null,
    offered: true,
  },
});

/** Published from the start: they're ours, so there's no page to read. */
export const GENERIC_PROFILES: readonly FirstProfile[] = [
  make("generic-strict", "Strict", "Point out errors, change only spelling and punctuation", "", ALL, {
    allowed: ["spelling", "punctuation"],
    comment: ["formatting", "capitals-spacing", "grammar", "reference-format", "word-choice", "citations", "labels"],
    note: "For universities that want every other correction to be the student's own.",
    forbidden: ["headings-structure", "moved", "deleted-content", "rewriting", "added-content", "numbers-data"],
  }),
  make("generic-usual", "Usual", "Correct the language, point out the rest", "", ALL, {
    allowed: ["formatting", "spelling", "capitals-spacing", "punctuation", "grammar", "reference-format"],
    comment: ["word-choice", "citations", "labels", "deleted-content"],
    forbidden: ["headings-structure", "moved", "rewriting", "added-content", "numbers-data"],
    note: "For universities that allow proofreading, but no help with content.",
  }),
  make("generic-generous", "Generous", "Edit the text, leave its content to the author", "", ALL, {
    allowed: [
      "formatting",
      "spelling",
      "capitals-spacing",
      "punctuation",
      "grammar",
      "reference-format",
      "word-choice",
      "labels",
      "moved",
      "deleted-content",
      "rewriting",
    ],
    comment: ["citations", "headings-structure", "added-content", "numbers-data"],
    note: "For universities that allow editing of the language without limits.",
  }),
];

const LANGUAGE = ["spelling", "punctuation", "grammar"] as const;
const CONTENT = ["rewriting", "added-content", "deleted-content"] as const;

/** Drafts, for staff to complete. */
export const REAL_PROFILES: readonly FirstProfile[] = [
  make(
    "oxford",
    "University of Oxford",
    "Use of Third Party Proof-readers",
    "https://academic.admin.ox.ac.uk/policies/third-party-proof-readers",
    WRITTEN,
    {
      allowed: [...LANGUAGE, "formatting"],
      forbidden: ["moved", "headings-structure"],
      minWords: 10_000,
      note: "Ideas, arguments, and structure may not be checked or changed. Departments may forbid proofreading where the language itself is tested.",
    },
  ),
  make(
    "leicester",
    "University of Leicester",
    "Policy relating to proof-reading services",
    "https://le.ac.uk/policies/research/proof-reading",
    ALL,
    {
      allowed: ["spelling"],
      comment: ["grammar", "reference-format", "formatting"],
      forbidden: ["word-choice", ...CONTENT, "moved", "numbers-data", "headings-structure"],
      demands: ["declaration"],
      note: "Ask your department first. Unclear sentences, repetition, and missing words may be pointed out. Calculations, formulas, and code may not be checked.",
    },
  ),
  make(
    "swansea-taught",
    "Swansea University",
    "Proofreading Policy (all students)",
    "https://iss-hwb-00.swansea.ac.uk/academic-life/academic-regulations/aqs-policies/proof-reading-policy",
    ALL,
    {
      unit: "taught students",
      forbidden: EDIT_KINDS,
      demands: ["declaration"],
      note: "Paid proofreading is ruled out for taught students. Research students have guidance of their own.",
    },
  ),
  make(
    "loughborough",
    "Loughborough University",
    "Guidance Note for Proofreading Written Work",
    "https://www.lboro.ac.uk/students/handbook/assessments/coursework-feedback/proofreading/",
    ALL,
    {
      unit: "undergraduate and taught postgraduate",
      comment: [...LANGUAGE, "formatting"],
      ai: "Digital proofreading tools count as third parties.",
      note: "Proofreading means finding errors. The corrections are the student's.",
    },
  ),
  make(
    "lincoln",
    "University of Lincoln",
    "Proof-reading",
    "https://learning.lincoln.ac.uk/assessments-assignments/proof-reading",
    ALL,
    {
      allowed: [...LANGUAGE, "labels"],
      ai: "Software for spelling and grammar may be used.",
      note: "Ask your school: some restrict or forbid proofreading.",
    },
  ),
  make(
    "dundee",
    "University of Dundee",
    "Guidance on proofreading of written submissions for assessment",
    "https://www.dundee.ac.uk/corporate-information/guidance-proofreading-written-submissions-assessment",
    ALL,
    {
      allowed: ["spelling", "grammar"],
      forbidden: ["rewriting", "numbers-data"],
      note: "Technical corrections may be recommended. Wrong statements and formulas may not be corrected.",
    },
  ),
  make(
    "essex",
    "University of Essex",
    "Proofreading (academic skills)",
    "https://www.essex.ac.uk/student/academic-skills/proofreading",
    ALL,
    {
      forbidden: ["rewriting", "moved", "numbers-data", "headings-structure"],
      note: "Tell your proofreader that the work is for the university. Weak arguments and doubtful facts may be mentioned to the student.",
    },
  ),
  make(
    "lse",
    "London School of Economics",
    "Statement on editorial help for students' written work",
    "https://www.lse.ac.uk/resources/calendar2014-2015/academicRegulations/statementOnEditorialHelp.htm",
    ALL,
    {
      allowed: ["spelling", "grammar"],
      forbidden: [...CONTENT, "citations", "reference-format"],
      demands: ["acknowledgment"],
      note: "The page is from the calendar of 2014/15, so look for a newer one. Give your editor a copy of the statement.",
    },
  ),
  make(
    "birmingham-research",
    "University of Birmingham",
    "Presenting your thesis: editorial help",
    "https://intranet.birmingham.ac.uk/student/academic-support/registry/pgr/presentingyourthesis.aspx",
    GRADUATE,
    {
      unit: "research degrees",
      allowed: [...LANGUAGE, "reference-format", "labels", "formatting"],
      forbidden: [...CONTENT, "numbers-data"],
      demands: ["consent", "acknowledgment"],
      note: "Long sentences may be shortened, and the passive turned into the active. Nobody may cut to a word limit, correct information, or translate.",
    },
  ),
  make(
    "glasgow-research",
    "University of Glasgow",
    "Proofreading guidance for postgraduate researchers",
    "https://www.gla.ac.uk/research/ourresearchenvironment/prs/proofreadingguidance/",
    GRADUATE,
    {
      unit: "postgraduate research",
      comment: [...LANGUAGE, "formatting"],
      forbidden: [...CONTENT, "moved", "numbers-data", "headings-structure"],
      note: "The help is described as identifying errors. The student reviews each suggestion.",
    },
  ),
  make(
    "royal-holloway",
    "Royal Holloway, University of London",
    "Proofreading Scheme",
    "https://intranet.royalholloway.ac.uk/students/study/academic-skills/cedas/academic-writing-and-communication/proofreading.aspx",
    GRADUATE,
    {
      unit: "postgraduate",
      comment: [...LANGUAGE, "reference-format", "formatting"],
      demands: ["consent"],
      note: "The scheme allows only proofreaders from the university's register.",
    },
  ),
  make(
    "toronto-metropolitan",
    "Toronto Metropolitan University",
    "Proofreading and Editing a Student's Academic Work",
    "http://www.ryerson.ca/academicintegrity/Undergraduate/editing/index.html",
    ALL,
    {
      unit: "undergraduate",
      comment: [...LANGUAGE, "moved", "reference-format", "headings-structure", "formatting"],
      forbidden: ["word-choice", "rewriting", "added-content", "deleted-content"],
      note: "A page of its former name, Ryerson. Work is checked without altering it; words that somebody else put in are misconduct.",
    },
  ),
  make(
    "monash-medicine",
    "Monash University",
    "Professional editing guidelines",
    "https://www.monash.edu/medicine/study/student-services/policies/professional-editing-guidelines",
    GRADUATE,
    {
      unit: "Medicine, Nursing and Health Sciences",
      allowed: [...LANGUAGE, "labels"],
      comment: ["headings-structure"],
      demands: ["consent", "acknowledgment", "tracked-copy"],
      note: "For the final thesis only. The tracked copy goes to the supervisor, and the editor's name and field go into the front matter.",
    },
  ),
  make(
    "anu",
    "Australian National University",
    "Guideline: HDR Editing of Theses",
    "https://policies.anu.edu.au/ppl/document/ANUP_000407",
    GRADUATE,
    {
      unit: "higher degrees by research",
      allowed: [...LANGUAGE, "word-choice", "labels", "formatting"],
      forbidden: ["reference-format", "headings-structure"],
      note: "Talk to your supervisor first, and give your editor a copy of the guideline.",
    },
  ),
  make(
    "james-cook",
    "James Cook University",
    "Editorial Standard and Intervention",
    "https://www.jcu.edu.au/graduate-research-school/hdr-candidates/editorial-standard-and-intervention",
    GRADUATE,
    {
      unit: "higher degrees by research",
      allowed: ["spelling", "punctuation", "word-choice", "citations", "reference-format", "labels", "formatting"],
      comment: ["grammar", ...CONTENT, "moved", "headings-structure"],
      demands: ["declaration"],
      note: "Talk to your primary advisor first. Structure, grammar, and clarity are improved by advice with sample corrections.",
    },
  ),
  make(
    "otago",
    "University of Otago",
    "Editing, copy-editing, and proof-reading of theses: guidelines",
    "https://www.otago.ac.nz/administration/policies/otago011276.html",
    GRADUATE,
    {
      allowed: [...LANGUAGE, "formatting"],
      comment: ["rewriting", "deleted-content"],
      note: "Unclear passages are pointed out. Advice on structure comes mainly from the supervisors.",
    },
  ),
  make(
    "waikato",
    "University of Waikato",
    "Guidelines for Proof-reading of Theses",
    "https://paperzz.com/doc/7415179/proof-reading-of-theses-guidelines",
    GRADUATE,
    {
      allowed: [...LANGUAGE, "word-choice", "reference-format"],
      comment: ["rewriting"],
      forbidden: ["headings-structure"],
      demands: ["acknowledgment", "tracked-copy"],
      note: "Read from a copy on another site. Talk to your chief supervisor first, and keep the version from before the proofreading.",
    },
  ),
  make(
    "wellington-computer-science",
    "Victoria University of Wellington",
    "Policy on Use of Proof-readers and Editors",
    "http://ecs.victoria.ac.nz/Main/ComputerScienceUsingProofReaders",
    GRADUATE,
    {
      unit: "Computer Science",
      comment: ["spelling", "rewriting", "added-content", "moved"],
      demands: ["acknowledgment"],
      note: "Tell your supervisor. For students who write in a second language an editor may suggest more. The final wording is the student's.",
    },
  ),
];
