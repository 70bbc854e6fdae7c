import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import fc from "fast-check";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { appendRow, toSheetRow } from "./sheet.server";

const cellFor = (message: string) => toSheetRow({ name: "Ann", email: "a@b.example", message })[2];

describe("toSheetRow", () => {
  test("returns name, email and message in that order", () => {
    const message = { name: "Ann", email: "ann@example.com", message: "Hello" };
    expect(toSheetRow(message)).toEqual(["Ann", "ann@example.com", "Hello"]);
  });

  test.each([
    '=HYPERLINK("https://evil.example","x")',
    "+1 555 0100",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "＝1+1",
  ])("escapes %j as text", (message) => {
    expect(cellFor(message)).toBe(`'${message}`);
  });

  test.each(["Hello = world", "a-b", "1+1", "", " =1+1", "'quoted"])(
    "leaves %j unchanged",
    (message) => {
      expect(cellFor(message)).toBe(message);
    },
  );
});

test("no cell starts a formula, and no text is lost", () => {
  const opening = fc.constantFrom("", "=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠");
  const text = fc.tuple(opening, fc.string({ unit: "binary" })).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (message) => {
      const cell = cellFor(message);
      expect(cell.endsWith(message)).toBe(true);
      expect("=+-@\t\r\n＝＋－＠").not.toContain(cell.slice(0, 1) || "none");
    }),
  );
});

const page = (text: string) => `<!DOCTYPE html><html><body>${text}</body></html>`;

/** Responses of services and of scripts that people copy, all with a 2xx status, and what they mean. */
const ANSWERS: readonly [service: string, body: string | null, kind: string, status?: number][] = [
  // Google Apps Script, which can send no other status. Sources: levinunnink/html-form-to-google-sheet,
  // jamiewilson/form-to-google-sheets, ytype/react-google-sheet and their copies.
  ["Apps Script", '{"result":"success","row":12}', "accepted"],
  ["Apps Script", '{"result":"error","error":{}}', "rejected"],
  ["Apps Script", '{"result":"error"}', "rejected"],
  ["Apps Script", '{"status":"success","message":"Submission recorded"}', "accepted"],
  ["Apps Script", '{"status":"accepted","submissionId":"1"}', "accepted"],
  ["Apps Script", '{"status":"rejected","error":"No sheet"}', "rejected"],
  ["Apps Script", '{"status":"error","message":"No sheet"}', "rejected"],
  ["Apps Script", '{"error":{}}', "rejected"],
  ["Apps Script", '{"result":"TypeError: sheet is null"}', "rejected"],
  ["a limit", '{"status":"quota_exceeded"}', "rejected"],
  ["a word", '{"success":"no"}', "rejected"],
  ["a message", '{"errorMessage":"No sheet"}', "rejected"],
  ["a number", '{"status_code":500}', "rejected"],
  ["Apps Script", "Success", "accepted"],
  ["Apps Script", "Done", "accepted"],
  ["Apps Script", "412", "accepted"],
  ["Apps Script", "Error: Cannot read properties of null", "rejected"],
  ["Apps Script", page("TypeError: sheet is null (line 3)"), "rejected"],
  ["Apps Script for its owner only", page("Sign in to continue to Google Drive"), "rejected"],
  // https://nocodeapi.com/docs/google-sheets-api/
  ["NoCodeAPI", '{"message":"Successfully Inserted"}', "accepted"],
  ["NoCodeAPI", '{"error":1,"code":401,"info":"Unauthorized"}', "rejected"],
  // https://docs.sheetdb.io
  ["SheetDB", '{"created":1}', "accepted", 201],
  ["SheetDB", '{"error":"Not authenticated"}', "rejected"],
  // https://docs.sheetson.com/crud: the row itself. Whatever a visitor wrote is no verdict.
  ["Sheetson", '{"rowIndex":9,"name":"error","message":"It failed: error 500"}', "accepted"],
  ["Sheet.best", '[{"name":"Ann","status":"error"}]', "accepted"],
  ["Sheety", '{"contact":{"id":2,"status":"error"}}', "accepted"],
  // https://sheetapi.rest/docs/api/post, https://docs.fluar.com/api-reference/errors
  ["Sheet API", '{"success":true,"rows_added":1,"data":[]}', "accepted"],
  ["Sheet API", '{"success":false,"error":"validation_error"}', "rejected"],
  ["Google Sheets API", '{"spreadsheetId":"1","updates":{"updatedRows":1}}', "accepted"],
  ["Google Sheets API", '{"error":{"code":403,"status":"PERMISSION_DENIED"}}', "rejected"],
  // Webhooks of Zapier, Make and n8n.
  ["Zapier", '{"attempt":"1","id":"2","request_id":"2","status":"success"}', "accepted"],
  ["Make", "Accepted", "accepted"],
  ["n8n", '{"message":"Workflow was started"}', "accepted"],
  // Conventions.
  ["a status code", '{"status":200,"message":"created"}', "accepted"],
  ["a status code", '{"statusCode":"404 Not Found"}', "rejected"],
  ["a status code", '{"code":500}', "rejected"],
  ["a status code", '{"code":0,"error":null,"errors":[]}', "accepted"],
  ["an object as message", '{"message":{"row":9}}', "accepted"],
  ["a flag", '{"ok":true,"error":""}', "accepted"],
  ["a flag", '{"ok":false}', "rejected"],
  ["a flag", '{"success":"false"}', "rejected"],
  ["a flag", '{"success":0}', "rejected"],
  ["a flag", '{"status":false,"message":"Wrong key"}', "rejected"],
  ["a flag", "true", "accepted"],
  ["a flag", "false", "rejected"],
  ["JSend", '{"status":"success","data":null}', "accepted"],
  ["JSend", '{"status":"fail","data":{}}', "rejected"],
  ["a code", '{"code":"NO_ERROR"}', "accepted"],
  ["a code", '{"code":"VALIDATION_ERROR"}', "rejected"],
  ["capitals", '{"Status":"ERROR"}', "rejected"],
  ["JSON:API", '{"errors":[{"detail":"x"}]}', "rejected"],
  ["a text in JSON", '"OK"', "accepted"],
  ["an object as status", '{"status":{"code":0,"error":null}}', "accepted"],
  ["null", "null", "accepted"],
  ["nothing", null, "accepted", 204],
  ["nothing", "", "accepted"],
  ["a proxy's page", page("We’ll be back"), "rejected"],
  ["a cut response", '{"result":"succ', "unknown"],
];

describe("appendRow", () => {
  const append = (url = "https://sheet.example") =>
    appendRow({ url, token: "" }, ["Ann", "ann@example.com", "Hello"], "id");
  afterEach(() => void vi.unstubAllGlobals());

  test.each(ANSWERS)("takes the response of %s, %s, as %s", async (_, body, kind, status = 200) => {
    vi.stubGlobal("fetch", async () => new Response(body, { status }));
    expect(await append()).toMatchObject({ kind });
  });

  test("says in which field a spreadsheet refused, and keeps it short", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ row: 1, error: "x".repeat(1_000) }));
    expect(await append()).toMatchObject({ error: expect.stringMatching(/^\{"error":"x{1,190}$/) });
  });

  test("does not know about a response that breaks off", async () => {
    const url = await listen((_, response) => {
      response.writeHead(200, { "Content-Length": "100" }).write('{"result":');
      setTimeout(() => response.destroy(), 10);
    });
    expect(await append(url)).toMatchObject({ kind: "unknown" });
  });

  test("follows Apps Script's redirect to the response", async () => {
    const url = await listen(({ method, url }, response) => {
      if (method === "POST") response.writeHead(302, { Location: "/echo" }).end("<HTML></HTML>");
      else response.end(url === "/echo" ? '{"result":"error"}' : "");
    });
    const error = '{"result":"error"}';
    expect(await append(`${url}/exec`)).toEqual({ kind: "rejected", error });
  });
});

async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}
