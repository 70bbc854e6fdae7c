import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, callApi } from "./call-api";

const assign = vi.fn();
const answer = vi.fn<(path: string, init: RequestInit) => Response>();

beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => answer(path, init));
  vi.stubGlobal("window", { location: { pathname: "/purchase/pro", search: "?a=b", assign } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

function answers(body: object, status = 200): void {
  answer.mockImplementation(() => Response.json(body, { status }));
}

test("a call posts JSON and returns the data", async () => {
  answers({ status: "success", data: { url: "https://x.example" }, code: null, message: null });
  expect(await callApi("some-name", { a: 1 })).toEqual({ url: "https://x.example" });
  expect(answer).toHaveBeenCalledWith(
    "/api/some-name",
    expect.objectContaining({ method: "POST", body: '{"a":1}' }),
  );
});

test("an error answer is thrown with its code and message", async () => {
  answers({ status: "error", data: null, code: "billing/in-progress", message: "Busy" }, 409);
  const error = await callApi("x", {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: "billing/in-progress", message: "Busy" });
  expect(assign).not.toHaveBeenCalled();
});

test("an invalid token signs out, then leads to sign-in and back", async () => {
  answers({ status: "error", data: null, code: "auth/invalid-user-token", message: "…" }, 401);
  await expect(callApi("x", {})).rejects.toThrow(ApiError);
  expect(answer).toHaveBeenLastCalledWith(
    "/auth/signout",
    expect.objectContaining({ method: "POST" }),
  );
  expect(assign).toHaveBeenCalledWith("/auth/signin?next=%2Fpurchase%2Fpro%3Fa%3Db");
});

test.each<[string, () => Response]>([
  ["no answer", () => Response.error()],
  ["an answer that is not the API's", () => new Response("<html>", { status: 502 })],
  ["an answer without a code", () => Response.json({ status: "error" }, { status: 500 })],
  ["no object", () => Response.json(null)],
])("%s is an error for people", async (_, respond) => {
  answer.mockImplementation(respond);
  await expect(callApi("x", {})).rejects.toMatchObject({ code: "network/unreachable" });
});
