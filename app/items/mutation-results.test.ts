import { describe, expect, test } from "vitest";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { addResult, createSerialQueue } from "./mutation-results";

const deleted = (name: string) =>
  formSuccess(`Deleted ${name}`, { undo: { intent: "restore", items: "[]" } });
const failed = (message: string, values?: Record<string, string>) =>
  formError({ status: 503, code: "database/unreachable", message }, values);
const messagesAfter = (...results: FormResult[]) =>
  results
    .reduce<readonly FormResult[]>((all, result) => addResult(all, result), [])
    .map(({ message }) => message);

describe("results of mutations", () => {
  test("the newest replaces the one before", () => {
    expect(messagesAfter(deleted("A"), deleted("B"))).toEqual(["Deleted B"]);
    expect(messagesAfter(failed("Upgrade"), failed("Upgrade"))).toEqual(["Upgrade"]);
  });

  test("a success without undo changes nothing", () => {
    expect(messagesAfter(deleted("A"), formSuccess("Added “B”"))).toEqual(["Deleted A"]);
  });

  test("failures that hold typed names or deleted items stay, below the newest", () => {
    const typed = failed("Not added", { intent: "create", name: "Typed" });
    const lost = failed("Not restored", { intent: "restore", items: "[]" });
    expect(messagesAfter(typed, lost, deleted("A"), deleted("B"))).toEqual([
      "Not added",
      "Not restored",
      "Deleted B",
    ]);
  });

  test("a failed deletion is replaced by the next result: its items are still in the list", () => {
    const undeleted = failed("Not deleted", { intent: "delete", id: "a" });
    expect(messagesAfter(undeleted, deleted("B"))).toEqual(["Deleted B"]);
  });
});

test("a task that fails delays no later one, and its own promise says so", async () => {
  const enqueue = createSerialQueue();
  const ran: string[] = [];
  const first = enqueue(async () => {
    ran.push("first");
    throw new Error("no chunk");
  });
  const second = enqueue(async () => void ran.push("second"));
  await expect(first).rejects.toThrow("no chunk");
  await second;
  expect(ran).toEqual(["first", "second"]);
});
