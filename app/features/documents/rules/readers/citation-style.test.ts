import { expect, test } from "vitest";
import { type CitationStyle, citationStyle } from "./citation-style.ts";

const LISTS: Record<CitationStyle, string[]> = {
  apa: [
    "Okafor, N. A., & Lind, P. (2019). Rain and its memory. Journal of Soils, 12(3), 101–119. https://doi.org/10.1/x",
    "Lind, P. (2021). Drought in the basin. Northern Press.",
    "Sato, K., Meyer, B., & Osei, A. (2018a). Wells. Water Letters, 4, 1–9.",
  ],
  harvard: [
    "Okafor, N.A. and Lind, P. (2019) ‘Rain and its memory’, Journal of Soils, 12(3), pp. 101–119.",
    "Lind, P. (2021) Drought in the basin. Oslo: Northern Press.",
    "Sato, K. (2018) ‘Wells’, Water Letters, 4, pp. 1–9.",
  ],
  vancouver: [
    "1. Okafor NA, Lind P. Rain and its memory. J Soils. 2019;12(3):101-19.",
    "2. Lind P. Drought in the basin. Water Lett. 2021 Mar 4;4(1):1-9.",
    "3. Sato K, Meyer B. Wells. Lancet. 2018;391:20-7.",
  ],
  ieee: [
    "[1] N. A. Okafor and P. Lind, “Rain and its memory,” J. Soils, vol. 12, no. 3, pp. 101–119, Mar. 2019.",
    "[2] P. Lind, “Drought in the basin,” Water Lett., vol. 4, no. 1, pp. 1–9, 2021.",
    '[3] K. Sato, "Wells," Sensors, vol. 9, pp. 20–27, 2018.',
  ],
  mla: [
    "Okafor, Nneka, and Per Lind. “Rain and Its Memory.” Journal of Soils, vol. 12, no. 3, 2019, pp. 101–19.",
    "Lind, Per. “Drought in the Basin.” Water Letters, vol. 4, no. 1, 2021, pp. 1–9.",
    "Sato, Ken. “Wells.” Sensors, vol. 9, 2018, pp. 20–27.",
  ],
  chicago: [
    "Okafor, Nneka. “Rain and Its Memory.” Journal of Soils 12, no. 3 (2019): 101–19.",
    "Lind, Per. 2021. “Drought in the Basin.” Water Letters 4 (1): 1–9.",
    "Sato, Ken. “Wells.” Sensors 9, no. 2 (March 2018): 20–27.",
  ],
  acs: [
    "Okafor, N. A.; Lind, P. Rain and Its Memory. J. Soil Chem. 2019, 12, 101–119.",
    "Lind, P.; Sato, K. Drought in the Basin. Anal. Chem. 2021, 93, 1–9.",
    "Sato, K.; Meyer, B.; Osei, A. Wells. Langmuir 2018, 34, 20–27.",
  ],
};

test.each(Object.entries(LISTS))("tells %s by its entries", (style, entries) => {
  expect(citationStyle(entries)).toBe(style);
});

test("says nothing of a short list, a mixed one, or one that isn't a list", () => {
  expect(citationStyle(LISTS.apa.slice(0, 2))).toBeNull();
  expect(citationStyle([...LISTS.apa, ...LISTS.vancouver])).toBeNull();
  expect(citationStyle(["See the library.", "Many books.", "Nothing here.", "Or here."])).toBeNull();
  expect(citationStyle([])).toBeNull();
});

test("takes linear time over a line made to be slow", () => {
  const nasty = `${"Smith, J. A.; ".repeat(2_000)} (2020`;
  expect(citationStyle([nasty, nasty, nasty])).toBeNull();
});
