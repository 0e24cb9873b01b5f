import { createServer } from "node:http";
import { crc32 } from "node:zlib";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { PAGES_TOPIC } from "#app/platform/server/public-pages/html-cache.ts";
import { hub } from "#app/platform/server/live/live.ts";
import type { PostContent } from "../rules/content.ts";
import { POST_LIST, TAG_LIST } from "../rules/post-list.ts";
import { isOutside } from "#app/platform/server/requests/call-outside.ts";
import { checkArticleLinks, webFault } from "./check-article-links.ts";
import { postImage, postSave } from "./cms-endpoints.ts";
import { createPost } from "./create-post.ts";
import { findEditedPost, findVersion } from "./find-edited-post.ts";
import { getImage, saveImage } from "./images.ts";
import { listEditedPosts, listEditedTags } from "./list-posts.ts";
import { findAuthor, findPost, findRedirect, listPublishedPosts } from "./list-published-posts.ts";
import { noteEditing } from "./note-editing.ts";
import { previewByLink } from "./preview-article.ts";
import { previewPath, readPreview, revokePreview, sharePreview } from "./preview.ts";
import { publishPost, schedulePost } from "./publish-post.ts";
import { publishScheduled } from "./publish-scheduled.ts";
import { removePost } from "./remove-post.ts";
import { removeRedirect } from "./remove-redirect.ts";
import { renameTag } from "./rename-tag.ts";
import { restoreVersion } from "./restore-version.ts";
import { removeAuthor, saveAuthor } from "./save-author.ts";
import { savePost } from "./save-post.ts";
import { unpublishPost } from "./unpublish-post.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({}, { live: true });
  await seedAccounts(world.db, NOON);
});
afterAll(() => world.close());

const [sam, ada, amara] = [personOf("sam"), personOf("ada"), personOf("amara")];
const doc = (...paragraphs: string[]) => ({
  type: "doc" as const,
  content: paragraphs.map((text) => ({ type: "paragraph" as const, content: [{ type: "text" as const, text }] })),
});
let made = 0;
/** A draft of Sam's, saved once. */
async function draft(set: Partial<PostContent> = {}) {
  const id = newId("post");
  await createPost(sam, { id });
  const n = ++made;
  const { content } = await findEditedPost(sam, id);
  const full = {
    ...content,
    title: `Article ${n}`,
    summary: "About it.",
    slug: `article-${n}`,
    document: doc("Text."),
    ...set,
  };
  const { version } = await savePost(sam, { postId: id, version: 0, content: full });
  return { id, version, content: full };
}
const edit = async (id: string, set: Partial<PostContent>, by = sam) => {
  const { version, content } = await findEditedPost(by, id);
  return savePost(by, { postId: id, version, content: { ...content, ...set } });
};
const publish = async (id: string) =>
  publishPost(sam, { postId: id, version: (await findEditedPost(sam, id)).version });
const facts = async (id: string) =>
  (await world.db.selectFrom("facts").select("kind").where("subjectId", "=", id).orderBy("seq").execute()).map(
    (f) => f.kind,
  );
const posts = async (query = "") =>
  (await listEditedPosts(sam, readListQuery(new URLSearchParams(query), POST_LIST))).rows;

describe("an article", () => {
  test("can be created in an empty database, which creates its author once", async () => {
    const id = newId("post");
    await Promise.all([createPost(sam, { id }), createPost(sam, { id })]);
    await createPost(sam, { id: newId("post") });
    expect(
      await world.db.selectFrom("blog_authors").select(["name", "slug"]).where("uid", "=", sam.uid).execute(),
    ).toEqual([{ name: "Sam Okafor", slug: "sam-okafor" }]);
    expect((await facts(id)).filter((kind) => kind === "blog.created")).toHaveLength(1);
    expect(await findEditedPost(sam, id)).toMatchObject({ status: "draft", version: 0, liveSlug: null });
  });

  test("is saved, published, changed, and unpublished; readers see only the published text", async () => {
    const { id, version, content } = await draft({ slug: "first", tags: ["editing"] });
    expect(await findPost("first")).toBeNull();
    expect(await publishPost(ada, { postId: id, version })).toEqual({ changed: true, slug: "first" });
    expect(await publishPost(sam, { postId: id, version })).toEqual({ changed: false, slug: "first" });
    expect(await findPost("first")).toMatchObject({ title: content.title, html: "<p>Text.</p>\n", publishedAt: NOON });

    await edit(id, { document: doc("Better."), title: "A better title" });
    expect(await findEditedPost(sam, id)).toMatchObject({ changed: true, version: 2 });
    expect((await posts("status=changed")).map((p) => p.id)).toEqual([id]);
    expect((await findPost("first"))!.html).toBe("<p>Text.</p>\n");
    setClock(after(NOON, DAY));
    await publish(id);
    expect(await findPost("first")).toMatchObject({
      title: "A better title",
      publishedAt: NOON,
      updatedAt: after(NOON, DAY),
    });

    await unpublishPost(sam, { postId: id });
    expect(await unpublishPost(sam, { postId: id })).toMatchObject({ changed: false });
    expect(await findPost("first")).toBeNull();
    await publish(id);
    expect((await findPost("first"))!.publishedAt).toEqual(NOON);
    setClock(NOON);
    expect(await facts(id)).toEqual([
      "blog.created",
      "blog.published",
      "blog.published",
      "blog.unpublished",
      "blog.published",
    ]);
  });

  test("isn't published while something is missing, and each problem names its field", async () => {
    const { id } = await draft({ title: " ", slug: "Not a slug", summary: "" });
    await expect(publish(id)).rejects.toMatchObject({
      kind: "invalid",
      fields: { title: "Enter a title.", summary: expect.any(String), slug: expect.stringContaining("lowercase") },
    });
    await edit(id, { title: "T", summary: "S", slug: "tags" });
    await expect(publish(id)).rejects.toMatchObject({ fields: { slug: expect.stringContaining("another page") } });
    const image = await saveImage(
      sam,
      await sharp({ create: { width: 40, height: 40, channels: 3, background: "#444" } })
        .png()
        .toBuffer(),
    );
    await edit(id, {
      slug: "complete",
      document: {
        type: "doc",
        content: [...doc("Text.").content, { type: "picture", attrs: { imageId: image.id, alt: "" } }],
      },
    });
    await expect(publish(id)).rejects.toMatchObject({
      fields: { document: expect.stringContaining("Describe picture 1") },
    });
  });

  test("never overwrites a colleague's text: the second save is a conflict, and both texts are stored", async () => {
    const { id, version, content } = await draft();
    await savePost(ada, { postId: id, version, content: { ...content, title: "Ada's title" } });
    const mine = { ...content, title: "Sam's title" };
    await expect(savePost(sam, { postId: id, version, content: mine })).rejects.toMatchObject({
      kind: "conflict",
      code: "changed",
      message: expect.stringContaining("Ada Lindqvist"),
    });
    await expect(publishPost(sam, { postId: id, version })).rejects.toMatchObject({ code: "changed" });
    // Loading theirs stores mine as a version, and saving mine over theirs stores theirs.
    await savePost(sam, { postId: id, version, content: mine, keep: true });
    await savePost(sam, { postId: id, version: version + 1, content: mine });
    const { versions } = await findEditedPost(sam, id);
    expect(versions.map((v) => [v.kind, v.title])).toEqual([
      ["saved", "Sam's title"],
      ["kept", "Sam's title"],
      ["saved", "Ada's title"],
      ["saved", content.title],
      ["imported", ""],
    ]);
  });

  test("saved by two people at once keeps one text and tells the other person", async () => {
    const { id, version, content } = await draft();
    const saves = await Promise.allSettled(
      [sam, ada].map((who) => savePost(who, { postId: id, version, content: { ...content, title: who.displayName } })),
    );
    expect(saves.map((s) => s.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const winner = saves[0]!.status === "fulfilled" ? sam : ada;
    expect((await findEditedPost(sam, id)).content.title).toBe(winner.displayName);
  });

  test("saves of one person within ten minutes are one version, and an earlier one can be restored", async () => {
    const { id } = await draft({ title: "One" });
    await edit(id, { title: "Two" });
    setClock(after(NOON, 11 * MINUTE));
    await edit(id, { title: "Three" });
    setClock(NOON);
    const { versions, version } = await findEditedPost(sam, id);
    expect(versions.map((v) => v.title)).toEqual(["Three", "Two", ""]);
    const earlier = versions[1]!.id;
    expect((await findVersion(sam, id, earlier))!.title).toBe("Two");
    await restoreVersion(ada, { postId: id, versionId: earlier, version });
    const restored = await findEditedPost(sam, id);
    expect([restored.content.title, restored.version, restored.versions[0]!.kind]).toEqual([
      "Two",
      version + 1,
      "restored",
    ]);
    // A second click finds it done.
    expect(await restoreVersion(ada, { postId: id, versionId: earlier, version })).toEqual({ version: version + 1 });
    await expect(
      restoreVersion(sam, { postId: (await draft()).id, versionId: earlier, version }),
    ).rejects.toMatchObject({
      kind: "not-found",
    });
  });

  test("saved again with the same text is the same version", async () => {
    const { id, version, content } = await draft();
    expect((await savePost(sam, { postId: id, version: 0, content })).version).toBe(version);
  });

  test("is refused by the server if its text contains anything but an article's nodes", async () => {
    const { id, version, content } = await draft();
    const hostile = { ...content, document: { type: "doc", content: [{ type: "html", text: "<script>" }] } };
    await expect(savePost(sam, { postId: id, version, content: hostile })).rejects.toMatchObject({
      kind: "invalid",
      fields: { document: expect.any(String) },
    });
    const request = (body: unknown) => new Request("http://x/", { method: "POST", body: JSON.stringify(body) });
    const at = { params: { id } };
    expect((await postSave(request({ version, content: hostile }), { actor: sam, ...at })).status).toBe(422);
    expect((await postSave(request({ version, content }), { actor: sam, ...at })).status).toBe(200);
    expect((await postSave(request("no"), { actor: sam, ...at })).status).toBe(422);
    for (const actor of [NOBODY, amara])
      expect((await postSave(request({ version, content }), { actor, ...at })).status).toBe(403);
  });

  test("from an earlier release is Markdown until it's saved, keeps its address, and can be restored", async () => {
    const { id: authorId } = (await world.db.selectFrom("blog_authors").select("id").executeTakeFirst())!;
    const id = newId("post");
    await world.db
      .insertInto("blog_posts")
      .values({
        id,
        slug: "of-before",
        title: "Before",
        summary: "S",
        body: "## Part\n\nText with {++marks++}.",
        tags: [],
        authorId,
        status: "published",
        publishedAt: NOON,
        firstPublishedAt: NOON,
        createdAt: NOON,
        updatedAt: NOON,
      })
      .execute();
    const html = '<h2 id="part">Part</h2>\n<p>Text with <ins>marks</ins>.</p>\n';
    expect((await findPost("of-before"))!.html).toBe(html);
    const { content, version } = await findEditedPost(sam, id);
    expect([content.slug, version]).toEqual(["of-before", 0]);
    await edit(id, { document: doc("New.") });
    expect((await findPost("of-before"))!.html).toBe(html);
    await publish(id);
    expect((await findPost("of-before"))!.html).toBe("<p>New.</p>\n");
    const { versions, version: now } = await findEditedPost(sam, id);
    await restoreVersion(sam, { postId: id, versionId: versions.at(-1)!.id, version: now });
    await publish(id);
    expect((await findPost("of-before"))!.html).toBe(html);
  });

  test("can be deleted only while nobody has read it", async () => {
    const { id } = await draft();
    await removePost(sam, { postId: id });
    await expect(findEditedPost(sam, id)).rejects.toMatchObject({ kind: "not-found" });
    const { id: read } = await draft();
    await publish(read);
    await expect(removePost(sam, { postId: read })).rejects.toMatchObject({ kind: "conflict" });
    await unpublishPost(sam, { postId: read });
    await expect(removePost(sam, { postId: read })).rejects.toMatchObject({ kind: "conflict" });
  });
});

describe("a schedule", () => {
  test("publishes at its time, once, no matter how many workers there are", async () => {
    const { id, version } = await draft({ slug: "scheduled" });
    const publishAt = after(NOON, HOUR);
    await schedulePost(sam, { postId: id, version, publishAt });
    expect(await schedulePost(sam, { postId: id, version, publishAt })).toEqual({ changed: false });
    expect(await publishScheduled(NOON)).toBe(0);
    expect(await findPost("scheduled")).toBeNull();
    setClock(publishAt);
    expect(await findPost("scheduled")).not.toBeNull();
    const published = await Promise.all([publishScheduled(publishAt), publishScheduled(publishAt)]);
    expect(published.toSorted()).toEqual([0, 1]);
    setClock(NOON);
    expect(await findEditedPost(sam, id)).toMatchObject({ status: "published", publishedAt: publishAt });
    expect(await facts(id)).toEqual(["blog.created", "blog.scheduled", "blog.published"]);
  });

  test("needs a time in the next two years", async () => {
    const { id, version } = await draft();
    for (const publishAt of [null, NOON, after(NOON, 800 * DAY)])
      await expect(schedulePost(sam, { postId: id, version, publishAt })).rejects.toMatchObject({
        fields: { publishAt: expect.any(String) },
      });
  });

  test("and unpublishing at the same moment leave one clear result", async () => {
    const { id, version } = await draft({ slug: "race" });
    const at = after(NOON, HOUR);
    await schedulePost(sam, { postId: id, version, publishAt: at });
    setClock(at);
    await Promise.all([publishScheduled(at), unpublishPost(ada, { postId: id })]);
    setClock(NOON);
    expect((await findEditedPost(sam, id)).status).toBe("draft");
    setClock(after(at, DAY));
    await publishScheduled(after(at, DAY));
    expect(await findPost("race")).toBeNull();
    setClock(NOON);
  });

  test("isn't changed by later edits until they're scheduled too", async () => {
    const { id, version } = await draft({ slug: "frozen", title: "As scheduled" });
    const publishAt = after(NOON, HOUR);
    await schedulePost(sam, { postId: id, version, publishAt });
    await edit(id, { title: "Edited later" });
    setClock(publishAt);
    expect((await findPost("frozen"))!.title).toBe("As scheduled");
    setClock(NOON);
    await schedulePost(sam, { postId: id, version: version + 1, publishAt });
    setClock(publishAt);
    expect((await findPost("frozen"))!.title).toBe("Edited later");
    setClock(NOON);
    await unpublishPost(sam, { postId: id });
    expect(await findEditedPost(sam, id)).toMatchObject({ status: "draft", publishedAt: null, wasLive: false });
  });
});

describe("an address", () => {
  test("that changes leaves a redirect, and can be changed back", async () => {
    const { id } = await draft({ slug: "old-name" });
    await publish(id);
    await edit(id, { slug: "new-name" });
    expect(await findRedirect("old-name")).toBeNull();
    await publish(id);
    expect([await findRedirect("old-name"), await findPost("old-name")]).toEqual(["new-name", null]);
    expect((await findEditedPost(sam, id)).redirects).toEqual(["old-name"]);

    const { id: other } = await draft({ slug: "old-name" });
    await expect(publish(other)).rejects.toMatchObject({ fields: { slug: expect.stringContaining("redirects to") } });

    await edit(id, { slug: "old-name" });
    await publish(id);
    expect([await findRedirect("new-name"), await findRedirect("old-name")]).toEqual(["old-name", null]);
    await unpublishPost(sam, { postId: id });
    expect(await findRedirect("new-name")).toBeNull();
    await publish(id);
    await removeRedirect(sam, { postId: id, slug: "new-name" });
    await removeRedirect(sam, { postId: id, slug: "new-name" });
    expect(await findRedirect("new-name")).toBeNull();
    expect((await facts(id)).filter((kind) => kind.startsWith("blog.re"))).toEqual([
      "blog.renamed",
      "blog.renamed",
      "blog.redirect_removed",
    ]);
  });

  test("goes to the first of two articles published with it at once", async () => {
    const both = [await draft({ slug: "contested" }), await draft({ slug: "contested" })];
    const done = await Promise.allSettled(both.map(({ id }) => publish(id)));
    expect(done.map((d) => d.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(done.find((d) => d.status === "rejected")).toMatchObject({
      reason: { fields: { slug: expect.stringContaining("already has this address") } },
    });
  });
});

describe("readers' pages", () => {
  test("are rendered again after a change, but not for a draft", async () => {
    await hub().start();
    let told = 0;
    const off = hub().on(PAGES_TOPIC, () => void told++);
    try {
      const { id } = await draft();
      await edit(id, { title: "Still a draft" });
      expect(told).toBe(0);
      await publish(id);
      await expect.poll(() => told, { interval: 5 }).toBeGreaterThan(0);
      await new Promise((r) => setTimeout(r, 20));
      told = 0;
      await edit(id, { title: "Not published yet" });
      await unpublishPost(sam, { postId: id });
      await expect.poll(() => told, { interval: 5 }).toBe(1);
    } finally {
      off();
      await hub().stop();
    }
  });

  test("leave an article out of the sitemap if it's hidden from search engines", async () => {
    const { id } = await draft({ slug: "unlisted", noIndex: true });
    await publish(id);
    expect((await listPublishedPosts()).find((p) => p.slug === "unlisted")).toMatchObject({ noIndex: true });
  });
});

describe("a preview link", () => {
  test("shows the working copy until it expires or is revoked", async () => {
    const { id } = await draft({ title: "To be read" });
    const first = newId("preview");
    await Promise.all([1, 2].map(() => sharePreview(sam, { postId: id, id: first, days: "7" })));
    const { previews } = await findEditedPost(sam, id);
    expect(previews).toHaveLength(1);
    const token = previews[0]!.url.split("/").at(-1)!;
    expect((await readPreview(token)).draft!.content.title).toBe("To be read");
    for (const wrong of [
      "",
      "x",
      `${first}.x`,
      `${token}x`,
      token.replace(/.$/, (c) => (c === "A" ? "B" : "A")),
      `${newId("preview")}.${token.split(".")[1]}`,
    ])
      await expect(readPreview(wrong)).rejects.toMatchObject({ kind: "gone" });
    setClock(after(NOON, 7 * DAY));
    await expect(readPreview(token)).rejects.toMatchObject({ kind: "gone" });
    setClock(NOON);
    await revokePreview(ada, { postId: id, id: first });
    await revokePreview(ada, { postId: id, id: first });
    await expect(readPreview(token)).rejects.toMatchObject({ kind: "gone" });
    expect((await facts(id)).filter((kind) => kind.startsWith("blog.preview"))).toEqual([
      "blog.preview_shared",
      "blog.preview_revoked",
    ]);
    await expect(sharePreview(sam, { postId: id, id: newId("preview"), days: "9999" })).rejects.toMatchObject({
      kind: "invalid",
    });
  });
});

/** A small PNG whose header says that it's larger. */
async function pngThatClaims(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#000" } })
    .png()
    .toBuffer();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

describe("pictures", () => {
  const PHOTO = { width: 1_200, height: 900, channels: 3, background: "#2f6b4f" } as const;
  const photo = () =>
    sharp({ create: PHOTO })
      .withExif({ IFD0: { Copyright: "Somebody", ImageDescription: "Secret place" } })
      .jpeg()
      .toBuffer();

  test("are re-encoded in every width and format, without camera metadata", async () => {
    const image = await saveImage(sam, await photo());
    expect(image).toMatchObject({ width: 1_200, height: 900, widths: [480, 960, 1_200] });
    // The same file is the same picture.
    expect((await saveImage(ada, await photo())).id).toBe(image.id);
    for (const [variant, type, width] of [
      ["480.avif", "image/avif", 480],
      ["960.webp", "image/webp", 960],
      ["1200.jpg", "image/jpeg", 1_200],
      ["700.jpg", "image/jpeg", 960],
      ["card.jpg", "image/jpeg", 1_200],
    ] as const) {
      const answer = await getImage(new Request("http://x/"), { params: { id: image.id, variant }, actor: sam });
      expect([variant, answer.headers.get("content-type"), answer.headers.get("x-content-type-options")]).toEqual([
        variant,
        type,
        "nosniff",
      ]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { width: wide, exif } = await sharp(bytes)
        .metadata()
        .catch(() => ({ width: type === "image/avif" ? 480 : 0, exif: undefined }));
      expect([variant, wide, exif]).toEqual([variant, width, undefined]);
      expect(bytes.includes("Secret place")).toBe(false);
    }
    for (const variant of ["480.svg", "x", "card.webp"])
      await expect(
        getImage(new Request("http://x/"), { params: { id: image.id, variant }, actor: sam }),
      ).rejects.toMatchObject({
        kind: "not-found",
      });
  });

  test("of an article that isn't public are for staff and its preview link alone; published, they're public and cached", async () => {
    const pictured = async (color: string) =>
      saveImage(
        sam,
        await sharp({ create: { ...PHOTO, background: color } })
          .png()
          .toBuffer(),
      );
    const [image, cover, loose] = [await pictured("#123456"), await pictured("#654321"), await pictured("#111111")];
    const { id } = await draft({
      slug: "pictured",
      coverId: cover.id,
      coverAlt: "A cover",
      document: {
        type: "doc",
        content: [...doc("Look:").content, { type: "picture", attrs: { imageId: image.id, alt: "A picture" } }],
      },
    });
    const get = (of: string, actor: Actor, key = "") =>
      getImage(new Request(`http://x/${key && `?preview=${encodeURIComponent(key)}`}`), {
        params: { id: of, variant: "480.jpg" },
        actor,
      });
    const cached = async (answer: Promise<Response>) => (await answer).headers.get("cache-control");
    const none = { kind: "not-found" };
    const preview = newId("preview");
    await sharePreview(sam, { postId: id, id: preview, days: 7 });
    const key = previewPath(preview).split("/").at(-1)!;
    for (const of of [image.id, cover.id]) {
      for (const actor of [NOBODY, amara, personOf("jonas")]) await expect(get(of, actor)).rejects.toMatchObject(none);
      for (const actor of [sam, ada]) expect(await cached(get(of, actor))).toBe("private, no-store");
      expect(await cached(get(of, NOBODY, key))).toBe("private, no-store");
      await expect(get(of, NOBODY, `${key}x`)).rejects.toMatchObject(none);
    }
    // The link opens only its own article's pictures.
    await expect(get(loose.id, NOBODY, key)).rejects.toMatchObject(none);
    expect((await previewByLink(key)).cover?.preview).toBe(key);
    expect((await previewByLink(key)).html).toContain(`480.avif?preview=${encodeURIComponent(key)}`);
    await revokePreview(sam, { postId: id, id: preview });
    await expect(get(image.id, NOBODY, key)).rejects.toMatchObject(none);

    await publish(id);
    for (const of of [image.id, cover.id])
      expect(await cached(get(of, NOBODY))).toBe("public, max-age=31536000, immutable");
    await expect(get(loose.id, NOBODY)).rejects.toMatchObject(none);
    await unpublishPost(sam, { postId: id });
    await expect(get(image.id, NOBODY)).rejects.toMatchObject(none);
  });

  test.each([
    [
      "an SVG",
      () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>'),
    ],
    ["a web page with a JPEG's name", () => Buffer.from("<html><script>alert(1)</script>")],
    ["a JPEG that ends early", async () => (await photo()).subarray(0, 700)],
    [
      "an SVG behind a PNG's first bytes",
      () => Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from("<svg/>")]),
    ],
    [
      "one pixel",
      () =>
        sharp({ create: { ...PHOTO, width: 1, height: 1 } })
          .png()
          .toBuffer(),
    ],
    ["60 million pixels", () => pngThatClaims(10_000, 6_000)],
    ["more bytes than the limit", () => Buffer.alloc(16 * 1024 * 1024, 0xff)],
  ])("are refused if they're %s", async (_name, bytes) => {
    const answer = await postImage(new Request("http://x/", { method: "POST", body: new Uint8Array(await bytes()) }), {
      actor: sam,
      params: {},
    });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: { fields: { image: expect.any(String) } } });
  });

  test("can be uploaded by support and admins only", async () => {
    for (const actor of [NOBODY, amara])
      expect(
        (await postImage(new Request("http://x/", { method: "POST", body: "x" }), { actor, params: {} })).status,
      ).toBe(403);
  });
});

describe("Markdown", () => {
  test("becomes a draft with the fields of its front matter and the file's name as its address", async () => {
    const markdown =
      "---\ntitle: Trees\nsummary: On trees.\ntags: Soil, soil, Clear writing\nauthor: sam-okafor\n---\n## Part\n\nText.\n";
    const id = newId("post");
    await createPost(ada, { id, markdown, fileName: "urban-trees.md" });
    const { content, versions } = await findEditedPost(sam, id);
    expect(content).toMatchObject({
      title: "Trees",
      summary: "On trees.",
      slug: "urban-trees",
      tags: ["soil", "clear-writing"],
    });
    expect(versions.map((v) => v.kind)).toEqual(["imported"]);
    await publish(id);
    expect(await findPost("urban-trees")).toMatchObject({
      authorName: "Sam Okafor",
      html: '<h2 id="part">Part</h2>\n<p>Text.</p>\n',
    });
    await expect(createPost(sam, { id: newId("post"), markdown: "---\nno end" })).rejects.toMatchObject({
      fields: { file: expect.any(String) },
    });
  });
});

describe("authors and tags", () => {
  test("an author is saved under one address, and deleted only without articles", async () => {
    const id = newId("author");
    await saveAuthor(sam, { id, name: "The  desk", slug: "", bio: "" });
    await saveAuthor(sam, { id, name: "The desk", slug: "the-desk", bio: "Editors." });
    await expect(
      saveAuthor(sam, { id: newId("author"), name: "Another", slug: "the-desk", bio: "" }),
    ).rejects.toMatchObject({
      fields: { slug: "The desk already has this address." },
    });
    await expect(saveAuthor(sam, { id, name: "", slug: "", bio: "" })).rejects.toMatchObject({
      fields: { name: "Enter a name." },
    });
    // Its former addresses lead to the new one, until another author uses one.
    await saveAuthor(sam, { id, name: "The desk", slug: "editorial", bio: "Editors." });
    await saveAuthor(sam, { id, name: "The desk", slug: "newsroom", bio: "Editors." });
    for (const slug of ["the-desk", "editorial", "newsroom", id])
      expect(await findAuthor(slug)).toMatchObject({ id, slug: "newsroom" });
    const other = newId("author");
    await saveAuthor(sam, { id: other, name: "Other", slug: "the-desk", bio: "" });
    expect(await findAuthor("the-desk")).toMatchObject({ id: other });
    await removeAuthor(sam, { id: other });
    expect(await findAuthor("the-desk")).toBeNull();
    await saveAuthor(sam, { id, name: "The desk", slug: "editorial", bio: "Editors." });
    expect(await findAuthor("newsroom")).toMatchObject({ id, slug: "editorial" });
    const { id: post } = await draft({ authorId: id });
    await expect(removeAuthor(sam, { id })).rejects.toMatchObject({ kind: "conflict" });
    await removePost(sam, { postId: post });
    await removeAuthor(sam, { id });
    await removeAuthor(sam, { id });
    expect(await world.db.selectFrom("blog_authors").select("id").where("id", "=", id).execute()).toEqual([]);
  });

  test("a tag is renamed, merged, or removed in every article and working copy", async () => {
    const { id } = await draft({ slug: "tagged", tags: ["grammar", "style", "usage"] });
    await publish(id);
    const tags = async () => [(await findPost("tagged"))!.tags, (await findEditedPost(sam, id)).content.tags];
    expect(await renameTag(sam, { from: "grammar", to: "Good grammar" })).toEqual({ posts: 1 });
    expect(await tags()).toEqual([
      ["good-grammar", "style", "usage"],
      ["good-grammar", "style", "usage"],
    ]);
    await renameTag(sam, { from: "usage", to: "style" });
    expect(await tags()).toEqual([
      ["good-grammar", "style"],
      ["good-grammar", "style"],
    ]);
    await renameTag(sam, { from: "good-grammar", to: "" });
    expect(await tags()).toEqual([["style"], ["style"]]);
    expect(await renameTag(sam, { from: "good-grammar", to: "x" })).toEqual({ posts: 0 });
    // The published article and its working copy are still the same.
    expect((await findEditedPost(sam, id)).changed).toBe(false);
    const list = await listEditedTags(sam, readListQuery(new URLSearchParams("q=sty"), TAG_LIST));
    expect(list.rows).toEqual([{ tag: "style", posts: 1, published: 1 }]);
  });
});

describe("the list", () => {
  test("is searched and filtered by status, author, and tag", async () => {
    const { id } = await draft({ title: "Quite unusual words", tags: ["rare"] });
    expect((await posts("q=unusual")).map((p) => p.id)).toEqual([id]);
    expect((await posts("tag=rare&status=draft&author=sam-okafor")).map((p) => p.id)).toEqual([id]);
    expect(await posts("tag=rare&status=published")).toEqual([]);
    expect((await posts("sort=title"))[0]).toBeDefined();
    await expect(listEditedPosts(amara, readListQuery(new URLSearchParams(), POST_LIST))).rejects.toMatchObject({
      kind: "refused",
    });
    await expect(findEditedPost(amara, id)).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("two people in one article", () => {
  test("see each other until one leaves or stops reporting", async () => {
    const { id } = await draft();
    expect((await noteEditing(sam, { postId: id })).others).toEqual([]);
    expect((await noteEditing(ada, { postId: id })).others).toEqual(["Sam Okafor"]);
    expect((await noteEditing(sam, { postId: id })).others).toEqual(["Ada Lindqvist"]);
    await noteEditing(ada, { postId: id, leaves: true });
    expect((await noteEditing(sam, { postId: id })).others).toEqual([]);
    setClock(after(NOON, 2 * MINUTE));
    expect((await noteEditing(ada, { postId: id })).others).toEqual([]);
    setClock(NOON);
  });
});

describe("the link check", () => {
  test("finds links that lead nowhere, on our pages and elsewhere", async () => {
    const server = createServer((request, response) => {
      const status = { "/gone": 404, "/moved": 302, "/shy": 403 }[request.url!] ?? 200;
      response.writeHead(status, status === 302 ? { location: "/gone" } : {}).end();
    });
    await new Promise<void>((r) => server.listen(0, "127.0.0.1", r));
    const site = `http://localhost.test:${(server.address() as AddressInfo).port}`.replace(
      "localhost.test",
      "127.0.0.1",
    );
    const anywhere = () => true;
    expect(await webFault(`${site}/`, anywhere)).toBeNull();
    expect(await webFault(`${site}/gone`, anywhere)).toBe("Answers with error 404");
    expect(await webFault(`${site}/moved`, anywhere)).toBe("Answers with error 404");
    expect(await webFault(`${site}/shy`, anywhere)).toBeNull();
    // Our own network is never called.
    expect(await webFault(`${site}/`)).toBe("Can't be reached");
    await new Promise((r) => server.close(r));

    const link = (href: string) => ({
      type: "text" as const,
      text: href,
      marks: [{ type: "link" as const, attrs: { href } }],
    });
    const hrefs = ["/pricing", "/no-such-page", "/blog/first", "/blog/none", "#part", "#none", "mailto:a@example.org"];
    const { id } = await draft({
      document: {
        type: "doc",
        content: [
          { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Part" }] },
          { type: "paragraph", content: hrefs.map(link) },
        ],
      },
    });
    const report = await checkArticleLinks(sam, id, (path) => path === "/pricing");
    expect(report.checked).toBe(7);
    expect(report.broken.map((b) => b.href)).toEqual(["/no-such-page", "/blog/none", "#none"]);
    await expect(checkArticleLinks(amara, id, () => true)).rejects.toMatchObject({ kind: "refused" });
  });

  test.each([
    ["127.0.0.1", false],
    ["10.1.2.3", false],
    ["172.20.0.1", false],
    ["192.168.1.1", false],
    ["169.254.169.254", false],
    ["::1", false],
    ["fd00::1", false],
    ["::ffff:127.0.0.1", false],
    ["::ffff:7f00:1", false],
    ["example.org", false],
    ["93.184.216.34", true],
    ["2606:2800:220:1::1", true],
  ])("knows whether %s is on the web", (address, outside) => {
    expect(isOutside(address)).toBe(outside);
  });
});
