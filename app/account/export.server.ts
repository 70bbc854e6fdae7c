import { asc, eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { OWNED_TABLES } from "#drizzle/owned-tables";
import { contactMessages, customers, outgoingEmails, users } from "#drizzle/schema";
import type { Passkey } from "~/auth/manage/passkey/manage-passkeys.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { listDevices } from "~/devices/devices.server";
import { unpackUserAgent } from "~/http/device-name";
import type { Database } from "~/platform/database.server";
import type { AuthenticatorApp } from "~/two-step/authenticator-app";
import { countRecoveryCodes } from "~/two-step/recovery/recovery-codes.server";
import { subscriptionColumns } from "./account.server";

const signInsSchema = v.array(
  v.looseObject({ browser: v.pipe(v.nullish(v.string(), ""), v.transform(unpackUserAgent)) }),
);

/** All data about a user; undefined for an unknown user. */
export async function exportAccount(
  database: Database,
  session: Session,
  passkeys: readonly Passkey[],
  apps: readonly AuthenticatorApp[],
) {
  const [user] = await database
    .select()
    .from(users)
    .where(eq(users.id, requireLiveSession(session)));
  if (!user) return undefined;
  const [subscription] = await database
    .select(subscriptionColumns)
    .from(customers)
    .where(eq(customers.userId, user.id));
  return {
    exportedAt: new Date().toISOString(),
    user: { ...user, signInMethods: session.providers },
    passkeys: passkeys.map(({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt })),
    authenticatorApps: apps.map(({ name, createdAt }) => ({ name, createdAt })),
    devices: (await listDevices(database, session)).map(({ name, usedAt }) => ({ name, usedAt })),
    signIns: await readSignIns(database, session),
    recoveryCodesLeft: await countRecoveryCodes(database, requireLiveSession(session)),
    subscription: subscription ?? null,
    contactMessages: await readContactMessages(database, user.email),
    emails: await readEmails(database, user.email),
    records: await readOwnedTables(database, user.id),
  };
}

async function readOwnedTables(database: Database, userId: string) {
  const entries: [name: string, rows: unknown][] = [];
  for (const { name, table, owner } of OWNED_TABLES) {
    entries.push([name, await database.select().from(table).where(eq(owner, userId))]);
  }
  return Object.fromEntries(entries);
}

/** The sessions that Supabase Auth stores, with the address of each sign-in. */
async function readSignIns(database: Database, session: Session) {
  const { rows } = await database.execute(
    sql`select to_char("signedInAt" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "signedInAt", "ipAddress", browser
      from public.list_sign_ins(${requireLiveSession(session)})`,
  );
  return v.parse(signInsSchema, rows);
}

/** Contact messages sent from the user's email, which is confirmed. */
function readContactMessages(database: Database, email: string) {
  const { name, email: sender, message, createdAt } = contactMessages;
  return database
    .select({ name, email: sender, message, createdAt })
    .from(contactMessages)
    .where(eq(sql`lower(${sender})`, email.toLowerCase()))
    .orderBy(asc(createdAt));
}

/** Emails to the user that are not deleted yet. Supabase Auth does not store its emails. */
function readEmails(database: Database, email: string) {
  const { template, createdAt, sentAt } = outgoingEmails;
  return database
    .select({ template, createdAt, sentAt })
    .from(outgoingEmails)
    .where(eq(sql`lower(${outgoingEmails.recipient})`, email.toLowerCase()))
    .orderBy(asc(createdAt));
}
