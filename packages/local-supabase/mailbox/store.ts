import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";

const MAX_EMAILS = 500;

export const emailSchema = v.object({
  id: v.string(),
  from: v.string(),
  to: v.string(),
  subject: v.string(),
  html: v.string(),
  /** The plain-text part; missing in an email with HTML only. */
  text: v.optional(v.string()),
  /** ISO 8601. */
  createdAt: v.string(),
});

export type Email = v.InferOutput<typeof emailSchema>;

/** Delivered emails, newest first. */
interface EmailStore {
  list(to?: string): readonly Email[];
  find(id: string): Email | undefined;
  add(email: Email): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Opens the JSON Lines file in `dataDir`, limited to the last 500 emails. Without `dataDir`, emails are in
 * memory.
 */
export async function openEmailStore(dataDir?: string): Promise<EmailStore> {
  const file = dataDir && path.join(dataDir, "emails.jsonl");
  let emails = file ? await readEmails(file) : [];
  if (dataDir && file) {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, [...emails].reverse().map(toLine).join(""));
  }
  return {
    list: (to) => (to ? emails.filter((email) => isSameAddress(email.to, to)) : emails),
    find: (id) => emails.find((email) => email.id === id),
    async add(email) {
      emails = [email, ...emails].slice(0, MAX_EMAILS);
      if (file) await appendFile(file, toLine(email));
    },
    async clear() {
      emails = [];
      if (file) await writeFile(file, "");
    },
  };
}

async function readEmails(file: string): Promise<Email[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").flatMap(parseLine).slice(-MAX_EMAILS).reverse();
}

/** Skips invalid lines, e.g. one truncated by a crash. */
function parseLine(line: string): Email[] {
  try {
    return [v.parse(emailSchema, JSON.parse(line))];
  } catch {
    return [];
  }
}

function toLine(email: Email): string {
  return `${JSON.stringify(email)}\n`;
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
