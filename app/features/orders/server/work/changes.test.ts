import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deliveredCopy, orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import type { LogLine } from "#app/features/documents/rules/explore/decision-log.ts";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { docxOfBody, pictureMarkup } from "#app/features/documents/testing/docx-of-body.ts";
import { exploreDocx } from "#app/features/documents/rules/explore/explore-docx.ts";
import { listRevisions } from "#app/features/documents/rules/docx/revise-docx.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { getChanges, getDecisions, getRevised, postDecisions } from "./changes-endpoints.ts";
import { saveDecisions } from "./save-decisions.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const others: readonly Actor[] = [NOBODY, personOf("mei"), personOf("priya"), personOf("uma")];
const ask = (path: string, init?: RequestInit) => new Request(`http://localhost:3000/api/files/x/${path}`, init);
const post = (body: unknown) => ask("decisions", { method: "POST", body: JSON.stringify(body) });
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.kind : String(error)),
  );
const line = (key: string, to: LogLine["to"], ids = ""): LogLine => ({ key: `line-${key}`, to, ids });

test("changes are shown to anyone who may download the copy, compressed or not, with the text in bundles", async () => {
  const { fileId } = await deliveredCopy();
  for (const actor of [amara, personOf("jonas"), personOf("ada")]) {
    const index = await getChanges(ask("changes"), { actor, params: { id: fileId } });
    expect(index.headers.get("cache-control")).toBe("private, no-store");
    expect(await index.json()).toMatchObject({
      changes: [
        { id: 1, kind: "delete", text: "measured" },
        { id: 2, kind: "insert", text: "recorded" },
      ],
      authors: ["Jonas Weber"],
      comments: [{ text: "Recorded is the better word here." }],
    });
  }
  const bundle = await getChanges(ask("changes?bundle=0", { headers: { "accept-encoding": "br, gzip" } }), {
    actor: amara,
    params: { id: fileId },
  });
  expect(bundle.headers.get("content-encoding")).toBe("gzip");
  expect(JSON.parse(gunzipSync(Buffer.from(await bundle.arrayBuffer())).toString())).toHaveLength(4);
  expect(await kindOf(getChanges(ask("changes?bundle=7"), { actor: amara, params: { id: fileId } }))).toBe("not-found");
  expect(
    await world.db
      .selectFrom("file_views")
      .select("what")
      .where("fileId", "=", fileId)
      .where("viewerId", "=", amara.uid)
      .execute(),
  ).toEqual([{ what: "changes tracked" }]);
});

test("pictures are sent as WebP, without their metadata, to anyone who may download the copy", async () => {
  const { default: sharp } = await import("sharp");
  const jpeg = await sharp({ create: { width: 3_000, height: 60, channels: 3, background: "#336699" } })
    .withExif({ IFD0: { Copyright: "Amara Osei" } })
    .jpeg()
    .toBuffer();
  const { fileId } = await deliveredCopy({
    bytes: docxOfBody(
      `<w:p><w:r>${["map.jpg", "broken.png", "script.png"].map((name) => pictureMarkup(name)).join("")}</w:r></w:p>`,
      {
        pictures: {
          "map.jpg": jpeg,
          "broken.png": Buffer.from("x"),
          "script.png": Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        },
      },
    ),
  });
  const get = (actor: Actor, n: string) => getChanges(ask(`changes?picture=${n}`), { actor, params: { id: fileId } });
  for (const actor of [amara, personOf("jonas"), personOf("ada")]) {
    const { headers, ...answer } = await get(actor, "0").then(async (it) => ({
      headers: it.headers,
      bytes: Buffer.from(await it.arrayBuffer()),
    }));
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: "webp", width: 1_400, height: 28 });
    expect(answer.bytes.includes("Amara")).toBe(false);
  }
  for (const n of ["1", "2", "3", "-1", "0.5", "x"]) expect(await kindOf(get(amara, n)), n).toBe("not-found");
  for (const actor of others) expect(await kindOf(get(actor, "0"))).toBe("not-found");
});

test("nobody else sees, decides or downloads anything, nor does its author before delivery", async () => {
  const { fileId } = await deliveredCopy();
  const early = await deliveredCopy({ delivered: false });
  for (const [actor, id] of [...others.map((one) => [one, fileId] as const), [amara, early.fileId] as const])
    for (const attempt of [
      () => getChanges(ask("changes"), { actor, params: { id } }),
      () => getDecisions(ask("decisions"), { actor, params: { id } }),
      () => getRevised(ask("revised"), { actor, params: { id } }),
      () => saveDecisions(actor, { fileId: id, seen: 0, lines: [line("a", "accept", "1")] }),
    ])
      expect(await kindOf(attempt())).toBe("not-found");
  for (const actor of [personOf("jonas"), personOf("ada")])
    expect(await kindOf(saveDecisions(actor, { fileId, seen: 0, lines: [line("a", "accept", "1")] }))).toBe("refused");
  expect((await postDecisions(post({ seen: 0, lines: [] }), { actor: NOBODY, params: { id: fileId } })).status).toBe(
    401,
  );
  const { sourceId } = await orderIn("delivered");
  expect(await kindOf(getChanges(ask("changes"), { actor: amara, params: { id: sourceId } }))).toBe("invalid");
});

test("keeps the decisions of two tabs, counts a repeat once, and tells each tab about the other's", async () => {
  const { fileId } = await deliveredCopy();
  const mine = [line("tab-a.1", "accept", "1"), line("tab-a.2", "reject", "2")];
  expect((await saveDecisions(amara, { fileId, seen: 0, lines: mine })).lines).toEqual(mine);
  expect((await saveDecisions(amara, { fileId, seen: 0, lines: mine })).lines).toEqual(mine);
  const theirs = [line("tab-b.1", "undo")];
  expect((await saveDecisions(amara, { fileId, seen: 0, lines: theirs })).lines).toEqual([...mine, ...theirs]);
  expect((await saveDecisions(amara, { fileId, seen: 2, lines: [] })).lines).toEqual(theirs);
  const many = Array.from({ length: 6 }, (_, i) => [
    line(`tab-c.${i}`, "accept", "1"),
    line(`tab-d.${i}`, "reject", "1-2"),
  ]);
  await Promise.all(many.map((lines) => saveDecisions(amara, { fileId, seen: 3, lines })));
  const { lines } = (await (await getDecisions(ask("decisions"), { actor: amara, params: { id: fileId } })).json()) as {
    lines: LogLine[];
  };
  expect(lines).toHaveLength(15);
  expect(new Set(lines.map((one) => one.key)).size).toBe(15);
});

test("refuses invalid decisions and stores none of them", async () => {
  const { fileId } = await deliveredCopy();
  for (const wrong of [
    { ...line("a", "accept"), ids: "1;drop" },
    { ...line("a", "accept", "1"), to: "burn" },
    { ...line("a", "accept", "1"), key: "" },
  ])
    expect(
      await kindOf(
        postDecisions(post({ seen: 0, lines: [line("good", "accept", "1"), wrong] }), {
          actor: amara,
          params: { id: fileId },
        }),
      ),
    ).toBe("invalid");
  expect(
    await kindOf(
      postDecisions(ask("decisions", { method: "POST", body: "no" }), { actor: amara, params: { id: fileId } }),
    ),
  ).toBe("invalid");
  expect((await saveDecisions(amara, { fileId, seen: 0, lines: [] })).lines).toEqual([]);
});

test("the resulting document has the decisions applied; the rest stays tracked, or is accepted", async () => {
  const { fileId } = await deliveredCopy();
  await saveDecisions(amara, { fileId, seen: 0, lines: [line("one", "reject", "1"), line("two", "accept", "999999")] });
  const answer = await getRevised(ask("revised"), { actor: amara, params: { id: fileId } });
  expect(answer.headers.get("content-disposition")).toContain('filename="soil-moisture (edited) (my choices).docx"');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(listRevisions(bytes).map((one) => one.text)).toEqual(["recorded"]);
  expect(readDocx(bytes).paragraphs[2]?.text).toMatch(/^We measuredrecorded it/);
  const rest = Buffer.from(
    await (await getRevised(ask("revised?rest=accept"), { actor: amara, params: { id: fileId } })).arrayBuffer(),
  );
  expect(exploreDocx(rest).changes).toEqual([]);
});
