/** The most words of a manuscript that invited editors may see before they accept. */
export const SAMPLE_WORDS = 150;
