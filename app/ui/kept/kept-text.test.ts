import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropKeptText, expireKeptText, keepText, readKeptText } from "./kept-text";

const stored = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("text is kept for an hour, or until the user signs out", () => {
  keepText("kept-form", "/contact?message=two\nlines");
  vi.advanceTimersByTime(3_599_000);
  keepText("draft", "{}");
  expect(readKeptText("kept-form")).toBe("/contact?message=two\nlines");
  vi.advanceTimersByTime(1_000);
  expireKeptText();
  expect([...stored.keys()]).toEqual(["draft"]);
  dropKeptText();
  expect(readKeptText("draft")).toBeNull();
  expect(stored.size).toBe(0);
});

test("what another script stored is not text", () => {
  stored.set("kept-form", "{broken");
  expect(readKeptText("kept-form")).toBeNull();
});
