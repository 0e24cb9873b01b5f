/**
 * A local object store with the part of S3's HTTP API that uploads need: objects with ranges and metadata, and
 * multipart uploads with ListParts. Everything is in memory and signatures aren't checked: for tests only.
 */
import { createHash, randomBytes } from "node:crypto";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type S3Double = {
  /** Path style: `${url}/bucket/key`. */
  url: string;
  /** Stored objects by `bucket/key`. */
  objects: ReadonlyMap<string, StoredObject>;
  /** Multipart uploads that were started but neither completed nor aborted. */
  openUploads(): number;
  /** Answers this many of the next requests with 503, like a busy store. */
  failNext(count: number): void;
  /** Whether the store's disk is full: it still reads and deletes, but answers writes with 507, like MinIO. */
  setFull(full: boolean): void;
  stop(): Promise<void>;
};

export type StoredObject = { body: Buffer; etag: string; modifiedAt: Date; headers: Record<string, string> };
type Part = { body: Buffer; etag: string; modifiedAt: Date };
type Upload = { bucket: string; key: string; headers: Record<string, string>; begunAt: Date; parts: Map<number, Part> };

class S3Failure extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export async function startS3Double(): Promise<S3Double> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Upload>();
  let toFail = 0;
  let full = false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, "http://s3");
    const [, bucket = "", ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    const body = await readBody(request);
    if (toFail > 0) {
      toFail -= 1;
      throw new S3Failure(503, "SlowDown", "Please reduce your request rate.");
    }
    if (full && key !== "" && ["PUT", "POST"].includes(request.method!))
      throw new S3Failure(507, "XMinioStorageFull", "Storage backend has reached its minimum free drive threshold.");
    if (request.headers.authorization === undefined && !url.searchParams.has("X-Amz-Signature"))
      throw new S3Failure(403, "AccessDenied", "Access Denied");
    const uploadId = url.searchParams.get("uploadId");
    if (key === "") bucketRequest(request.method!, bucket, url, body, response);
    else if (url.searchParams.has("uploads") && request.method === "POST") begin(bucket, key, request, response);
    else if (uploadId !== null) multipart(request.method!, uploadId, url, body, response);
    else objectRequest(request, bucket, key, body, response);
  }

  function bucketRequest(method: string, bucket: string, url: URL, body: Buffer, response: ServerResponse): void {
    if (method === "HEAD" || method === "PUT") return void response.end();
    if (method === "POST" && url.searchParams.has("delete")) {
      const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => unescapeXml(match[1]!));
      for (const key of keys) objects.delete(`${bucket}/${key}`);
      return xml(
        response,
        "DeleteResult",
        keys.map((key) => `<Deleted><Key>${escapeXml(key)}</Key></Deleted>`).join(""),
      );
    }
    if (method === "GET" && url.searchParams.has("uploads")) {
      const open = [...uploads].filter(([, upload]) => upload.bucket === bucket);
      return xml(
        response,
        "ListMultipartUploadsResult",
        `<Bucket>${bucket}</Bucket><IsTruncated>false</IsTruncated>${open.map(([id, upload]) => `<Upload><Key>${escapeXml(upload.key)}</Key><UploadId>${id}</UploadId><Initiated>${upload.begunAt.toISOString()}</Initiated></Upload>`).join("")}`,
      );
    }
    if (method === "GET") {
      const prefix = url.searchParams.get("prefix") ?? "";
      const found = [...objects]
        .filter(([name]) => name.startsWith(`${bucket}/${prefix}`))
        .sort(([a], [b]) => (a < b ? -1 : 1));
      return xml(
        response,
        "ListBucketResult",
        `<Name>${bucket}</Name><KeyCount>${found.length}</KeyCount><IsTruncated>false</IsTruncated>${found.map(([name, object]) => `<Contents><Key>${escapeXml(name.slice(bucket.length + 1))}</Key><LastModified>${object.modifiedAt.toISOString()}</LastModified><ETag>${escapeXml(object.etag)}</ETag><Size>${object.body.length}</Size></Contents>`).join("")}`,
      );
    }
    throw new S3Failure(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
  }

  function objectRequest(
    request: IncomingMessage,
    bucket: string,
    key: string,
    body: Buffer,
    response: ServerResponse,
  ): void {
    const name = `${bucket}/${key}`;
    if (request.method === "PUT") {
      const source = request.headers["x-amz-copy-source"];
      const copied =
        typeof source === "string" ? objects.get(decodeURIComponent(source).replace(/^\//, "")) : undefined;
      if (source !== undefined && copied === undefined)
        throw new S3Failure(404, "NoSuchKey", "The specified key does not exist.");
      const content = copied?.body ?? body;
      const stored = {
        body: content,
        etag: etagOf(content),
        modifiedAt: new Date(),
        headers: copied === undefined ? cachedHeaders(request) : copied.headers,
      };
      objects.set(name, stored);
      if (copied !== undefined)
        return xml(
          response,
          "CopyObjectResult",
          `<ETag>${escapeXml(stored.etag)}</ETag><LastModified>${stored.modifiedAt.toISOString()}</LastModified>`,
        );
      return void response.writeHead(200, { etag: stored.etag }).end();
    }
    if (request.method === "DELETE") {
      objects.delete(name);
      return void response.writeHead(204).end();
    }
    const object = objects.get(name);
    if (object === undefined) throw new S3Failure(404, "NoSuchKey", "The specified key does not exist.");
    const headers = {
      ...object.headers,
      etag: object.etag,
      "last-modified": object.modifiedAt.toUTCString(),
      "accept-ranges": "bytes",
    };
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
    let [from, to, status] = [0, object.body.length - 1, 200];
    if (range !== null) {
      from = range[1] === "" ? Math.max(0, object.body.length - Number(range[2])) : Number(range[1]);
      to = range[1] === "" || range[2] === "" ? to : Math.min(to, Number(range[2]));
      if (from > to) throw new S3Failure(416, "InvalidRange", "The requested range is not satisfiable");
      status = 206;
    }
    const slice = object.body.subarray(from, to + 1);
    response.writeHead(status, {
      ...headers,
      "content-length": slice.length,
      ...(status === 206 ? { "content-range": `bytes ${from}-${to}/${object.body.length}` } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : slice);
  }

  function begin(bucket: string, key: string, request: IncomingMessage, response: ServerResponse): void {
    const id = randomBytes(12).toString("hex");
    uploads.set(id, { bucket, key, headers: cachedHeaders(request), begunAt: new Date(), parts: new Map() });
    xml(
      response,
      "InitiateMultipartUploadResult",
      `<Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId>`,
    );
  }

  function multipart(method: string, id: string, url: URL, body: Buffer, response: ServerResponse): void {
    const upload = uploads.get(id);
    if (upload === undefined)
      throw new S3Failure(404, "NoSuchUpload", "The specified multipart upload does not exist.");
    if (method === "PUT") {
      const part = { body, etag: etagOf(body), modifiedAt: new Date() };
      upload.parts.set(Number(url.searchParams.get("partNumber")), part);
      response.writeHead(200, { etag: part.etag }).end();
    } else if (method === "GET") {
      const after = Number(url.searchParams.get("part-number-marker") ?? 0);
      const most = Number(url.searchParams.get("max-parts") ?? 1_000);
      const parts = [...upload.parts].filter(([number]) => number > after).sort(([a], [b]) => a - b);
      const shown = parts.slice(0, most);
      xml(
        response,
        "ListPartsResult",
        `<Bucket>${upload.bucket}</Bucket><Key>${escapeXml(upload.key)}</Key><UploadId>${id}</UploadId><IsTruncated>${parts.length > most}</IsTruncated>${parts.length > most ? `<NextPartNumberMarker>${shown.at(-1)![0]}</NextPartNumberMarker>` : ""}${shown.map(([number, part]) => `<Part><PartNumber>${number}</PartNumber><LastModified>${part.modifiedAt.toISOString()}</LastModified><ETag>${escapeXml(part.etag)}</ETag><Size>${part.body.length}</Size></Part>`).join("")}`,
      );
    } else if (method === "POST") {
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((match) =>
        Number(match[1]),
      );
      const parts = numbers.map((number) => upload.parts.get(number));
      if (parts.length === 0 || parts.some((part) => part === undefined))
        throw new S3Failure(400, "InvalidPart", "One or more of the specified parts could not be found.");
      const content = Buffer.concat(parts.map((part) => part!.body));
      const etag = etagOf(content).replace(/"$/, `-${parts.length}"`);
      objects.set(`${upload.bucket}/${upload.key}`, {
        body: content,
        etag,
        modifiedAt: new Date(),
        headers: upload.headers,
      });
      uploads.delete(id);
      xml(
        response,
        "CompleteMultipartUploadResult",
        `<Bucket>${upload.bucket}</Bucket><Key>${escapeXml(upload.key)}</Key><ETag>${escapeXml(etag)}</ETag>`,
      );
    } else {
      uploads.delete(id);
      response.writeHead(204).end();
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const failure = error instanceof S3Failure ? error : new S3Failure(500, "InternalError", String(error));
      response.writeHead(failure.status, { "content-type": "application/xml" });
      response.end(
        request.method === "HEAD"
          ? undefined
          : `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${failure.code}</Code><Message>${escapeXml(failure.message)}</Message></Error>`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    openUploads: () => uploads.size,
    failNext(count) {
      toFail = count;
    },
    setFull(isFull) {
      full = isFull;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Headers S3 returns with an object: its type, disposition, and the client's own `x-amz-meta-*`. */
function cachedHeaders(request: IncomingMessage): Record<string, string> {
  const kept = Object.entries(request.headers).filter(
    ([name]) =>
      name.startsWith("x-amz-meta-") || ["content-type", "content-disposition", "cache-control"].includes(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const chunked =
    request.headers["content-encoding"]?.includes("aws-chunked") ||
    String(request.headers["x-amz-content-sha256"] ?? "").startsWith("STREAMING-");
  return chunked ? unchunk(body) : body;
}

/** Decodes AWS's streaming format: length in hexadecimal, an optional signature, the bytes, and a final checksum. */
function unchunk(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf("\r\n", at);
    const length = Number.parseInt(body.subarray(at, lineEnd).toString().split(";")[0]!, 16);
    if (!(length > 0)) break;
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
  return Buffer.concat(parts);
}

const etagOf = (body: Buffer): string => `"${createHash("md5").update(body).digest("hex")}"`;
const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const unescapeXml = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

function xml(response: ServerResponse, name: string, inner: string): void {
  response.writeHead(200, { "content-type": "application/xml" });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${name}>`,
  );
}
