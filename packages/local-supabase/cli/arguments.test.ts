import { describe, expect, it } from "vitest";
import { parseArguments } from "./arguments.ts";

const DATABASE = "postgres://postgres@127.0.0.1/postgres";

describe("the command line", () => {
  it("requires only a database, by argument or environment", () => {
    const expected = {
      databaseUrl: DATABASE,
      siteUrl: "http://localhost:3000",
      ports: { api: 54_321, mailbox: 54_324, google: 54_327, github: 54_328 },
      users: [],
    };

    expect(parseArguments(["--database", DATABASE], {})).toMatchObject(expected);
    expect(parseArguments([], { DATABASE_URL: DATABASE })).toMatchObject(expected);
  });

  it("adds users for Google and GitHub", () => {
    const args = ["--database", DATABASE, "--user", "Ann Lee <ann@example.com>"];

    expect(parseArguments(args, {})?.users).toEqual([
      { account: "ann@example.com", name: "Ann Lee", email: "ann@example.com" },
    ]);
  });

  it("returns null for --help", () => {
    expect(parseArguments(["--help"], {})).toBeNull();
  });

  it.each([
    [[], "Set --database or DATABASE_URL to a Postgres database"],
    [["--port", "0"], '--port must be a number from 1 to 65528, not "0"'],
    [["--database", DATABASE, "--site", "here"], '--site must be a URL, not "here"'],
    [["--database", DATABASE, "--user", "Ann"], '--user must be "NAME <EMAIL>", not "Ann"'],
  ])("%j is an error", (args, message) => {
    expect(() => parseArguments(args, {})).toThrow(message);
  });
});
