/** Raw HTTP: any path, Host and headers, as an attacker sends them and `fetch` wouldn't. */
import { type IncomingHttpHeaders, request } from "node:http";

export type RawAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  cookies: string[];
  location: string;
  text: string;
};
export type RawRequest = { method?: string; host?: string; headers?: Record<string, string>; body?: string | Buffer };

/** Sends a request to the product on a local port. @param path sent unchanged */
export function ask(
  port: number | string,
  path: string,
  { method = "GET", host = `localhost:${port}`, headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: { host, accept: "text/html,*/*", connection: "close", ...headers },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            cookies: answer.headers["set-cookie"] ?? [],
            location: answer.headers.location ?? "",
            text: Buffer.concat(parts).toString(),
          }),
        );
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

export const FORM = "application/x-www-form-urlencoded";

/** The name=value pairs of Set-Cookie lines, as a browser returns them. */
export const cookieHeader = (lines: readonly string[]): string =>
  lines
    .map((line) => line.split(";")[0]!)
    .filter((pair) => !pair.endsWith("="))
    .join("; ");
