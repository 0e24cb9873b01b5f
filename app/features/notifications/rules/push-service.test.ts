import { expect, test } from "vitest";
import { isPushService } from "./push-service.ts";

test("accepts addresses at the browsers' push services", () => {
  for (const endpoint of [
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-am3p.notify.windows.com/w/?token=abc",
  ])
    expect(isPushService(endpoint), endpoint).toBe(true);
});

test("refuses every other address, unless the operator allows its origin", () => {
  for (const endpoint of [
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/abc",
    "https://fcm.googleapis.com@evil.example/abc",
    "https://user:word@fcm.googleapis.com/abc",
    "https://evilfcm.googleapis.com.evil.example/abc",
    "https://notify.windows.com.evil.example/",
    "https://127.0.0.1/abc",
    "https://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    `https://fcm.googleapis.com/${"x".repeat(2_000)}`,
    "",
  ])
    expect(isPushService(endpoint), endpoint).toBe(false);
  expect(isPushService("http://localhost:4000/push/1", ["http://localhost:4000"])).toBe(true);
  expect(isPushService("http://localhost:4001/push/1", ["http://localhost:4000"])).toBe(false);
});
