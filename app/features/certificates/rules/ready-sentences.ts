import { SERVICE_LABELS, type Service } from "#app/features/pricing/rules/policy.ts";

/** What a ready sentence is for, and the sentence. */
export type ReadySentence = { label: string; text: string };

const DONE: Readonly<Record<Service, string>> = {
  proofreading: "proofread",
  copyediting: "copyedited",
  substantive: "edited",
  expert: "edited",
};

/**
 * Sentences that an author can paste. They say what we did, and about AI only what the editor confirmed. Journals that
 * follow ICMJE ask authors to acknowledge language editing, and to answer for the text themselves.
 * @param noAi whether everybody who edited the text confirmed that no generative AI was used
 */
export function readySentences(service: Service, house: string, noAi: boolean): ReadySentence[] {
  const ai = noAi ? " The editor confirmed that no generative AI saw the text or made the edits." : "";
  return [
    {
      label: "For the acknowledgments of a thesis",
      text: `A professional editor at ${house} ${DONE[service]} this work for language.${ai}`,
    },
    {
      label: "For a journal",
      text: `The authors thank ${house} for language editing (${SERVICE_LABELS[service].toLowerCase()}).${ai} The authors take full responsibility for the content.`,
    },
  ];
}
