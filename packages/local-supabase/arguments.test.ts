import { describe, expect, it } from "vitest";
import { readArguments } from "./arguments.ts";

const DATABASE = "postgres://postgres@127.0.0.1/postgres";

describe("the command line", () => {
  it("needs no more than a database, by argument or environment", () => {
    const expected = {
      databaseUrl: DATABASE,
      siteUrl: "http://localhost:3000",
      ports: { api: 54_321, mailbox: 54_324, google: 54_327, github: 54_328 },
      people: [],
    };

    expect(readArguments(["--database", DATABASE], {})).toMatchObject(expected);
    expect(readArguments([], { DATABASE_URL: DATABASE })).toMatchObject(expected);
  });

  it("names people for Google and GitHub", () => {
    const args = ["--database", DATABASE, "--person", "Ann Lee <ann@example.com>"];

    expect(readArguments(args, {})?.people).toEqual([
      { account: "ann@example.com", name: "Ann Lee", email: "ann@example.com" },
    ]);
  });

  it("may ask for help", () => {
    expect(readArguments(["--help"], {})).toBeNull();
  });

  it.each([
    [[], "Name a Postgres by --database or DATABASE_URL"],
    [["--port", "0"], '--port must be a number from 1 to 65528, not "0"'],
    [["--database", DATABASE, "--site", "here"], '--site must be an address, not "here"'],
    [["--database", DATABASE, "--person", "Ann"], '--person must be "NAME <EMAIL>", not "Ann"'],
  ])("%j is refused", (args, message) => {
    expect(() => readArguments(args, {})).toThrow(message);
  });
});
