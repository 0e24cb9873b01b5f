import { describe, expect, test } from "vitest";
import { mergeFields, plainValues } from "./merge-fields.ts";

const form = (of: { before?: string; now: string; live: string; sent?: string; refused?: boolean }) =>
  mergeFields({
    before: plainValues({ city: of.before ?? "Accra" }),
    now: plainValues({ city: of.now }),
    live: plainValues({ city: of.live }),
    sent: of.sent === undefined ? {} : plainValues({ city: of.sent }),
    accepted: of.sent !== undefined && !of.refused,
  });

describe("a field of a form", () => {
  test("that nobody changed shows what is saved now", () => {
    expect(form({ now: "Kumasi", live: "Accra" })).toEqual({ show: { city: ["Kumasi"] }, clashes: [] });
  });
  test("that was sent and not changed since shows it as it was saved", () => {
    expect(form({ now: "Kumasi", live: " kumasi", sent: " kumasi" })).toEqual({
      show: { city: ["Kumasi"] },
      clashes: [],
    });
  });
  test("that was changed while its answer was on the way keeps the change", () => {
    expect(form({ now: "Kumasi", live: "Tamale", sent: "Kumasi" })).toEqual({ show: {}, clashes: [] });
  });
  test("that was refused keeps what was typed", () => {
    expect(form({ now: "Accra", live: "Kumasi", sent: "Kumasi", refused: true })).toEqual({ show: {}, clashes: [] });
  });
  test("that was saved although something else was refused is no clash", () => {
    expect(form({ now: "Kumasi", live: "Tamale", sent: "Kumasi", refused: true })).toEqual({ show: {}, clashes: [] });
  });
  test("that was changed here and elsewhere keeps what was typed and is known as a clash", () => {
    expect(form({ now: "Kumasi", live: "Tamale" })).toEqual({ show: {}, clashes: ["city"] });
    expect(form({ now: "Kumasi", live: "Kumasi" })).toEqual({ show: {}, clashes: [] });
  });
  test("that isn't shown is left alone", () => {
    expect(
      mergeFields({
        before: { state: ["NY"] },
        now: { state: ["CA"] },
        live: { state: null },
        sent: {},
        accepted: false,
      }),
    ).toEqual({ show: {}, clashes: [] });
  });
});

test("checkboxes of one name are compared whatever their order, and texts whatever their line ends", () => {
  expect(
    mergeFields({
      before: plainValues({ days: ["1", "2"], address: "a\r\nb" }),
      now: plainValues({ days: ["1", "3"], address: "c" }),
      live: { days: ["2", "1"], address: ["a\nb"] },
      sent: {},
      accepted: false,
    }).show,
  ).toEqual({ days: ["1", "3"], address: ["c"] });
});
