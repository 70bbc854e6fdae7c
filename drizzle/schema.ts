/**
 * All tables, with row-level security: the publishable key is public, so policies and grants decide what a
 * user may do through Supabase's REST API. The Worker connects as `app_worker`, which the policies below
 * allow.
 */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgRole,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { authenticatedRole, authUid, authUsers } from "drizzle-orm/supabase";
import type Stripe from "stripe";

/** The Worker's database role, created in the first migration; not a superuser. */
export const appWorkerRole = pgRole("app_worker").existing();

/** The Worker may use the table, as far as its grants go. */
export const workerPolicy = (table: string) =>
  pgPolicy(`${table}_worker`, {
    for: "all",
    to: appWorkerRole,
    using: sql`true`,
    withCheck: sql`true`,
  });

/** Restricts the owner policies: a token without completed two-step verification has no access. */
export const mfaPolicy = (table: string) =>
  pgPolicy(`${table}_mfa`, {
    as: "restrictive",
    for: "all",
    to: authenticatedRole,
    using: sql`(select auth.jwt()) ->> 'aal' = 'aal2' or (select auth.jwt()) ->> 'two_step' = 'false'`,
  });

/** Millisecond precision, which a JavaScript Date represents exactly; keyset cursors need it. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => timestamptz("created_at").notNull().defaultNow();
export const updatedAt = () =>
  timestamptz("updated_at")
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());

/**
 * One row per auth user, added by a trigger on auth.users, which copies the email as well. A change of name
 * or email marks the customer as stale; a deletion deletes the user's contact messages.
 */
export const users = pgTable(
  "users",
  {
    id: uuid("id")
      .primaryKey()
      .references(() => authUsers.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    name: text("name").notNull().default(""),
    /** Kept by a trigger, so that counting and limiting a list reads one row. */
    itemCount: integer("item_count").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check("users_name_length", sql`char_length(${table.name}) <= 200`),
    /** Used by the report of contact messages, which names senders with an account. */
    index("users_email").on(table.email),
    pgPolicy("users_read_own", {
      for: "select",
      to: authenticatedRole,
      using: sql`${authUid} = ${table.id}`,
    }),
    pgPolicy("users_update_own", {
      for: "update",
      to: authenticatedRole,
      using: sql`${authUid} = ${table.id}`,
      withCheck: sql`${authUid} = ${table.id}`,
    }),
    mfaPolicy("users"),
    workerPolicy("users"),
  ],
);

/**
 * Beside Stripe's status of a subscription: nothing is charged automatically, a payment is under way,
 * payments are paused, or why the subscription is.
 */
export type StatusDetail =
  | "send_invoice"
  | "processing"
  | "paused"
  | Stripe.Subscription.StatusDetails.Paused.Subscription.Type;

/** Fencing tokens of Stripe syncs: a sync overwrites only rows with an older one. */
export const stripeSyncVersion = pgSequence("stripe_sync_version");

/**
 * The last synced state of a user's subscription. Status columns are text, because Stripe may add values to
 * its enums. A trigger compares old and new row, and writes the emails about it: to the subscriber and to the
 * studio.
 */
export const customers = pgTable(
  "customers",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    stripeCustomerId: text("stripe_customer_id").unique(),
    stripeSubscriptionId: text("stripe_subscription_id").unique(),
    stripePriceId: text("stripe_price_id"),
    /** The product of the price: a plan is a product, with any of its prices. */
    stripeProductId: text("stripe_product_id"),
    /** The price in a sentence, e.g. "€2,300 a year"; null for a tiered or one-time price. */
    priceText: text("price_text"),
    /**
     * The latest invoice, if something was paid for it: "$250.00", and the card that paid it, "Visa ending in
     * 4242", null if unknown. `nextCard` is charged next, if that is another one. `isSwitch`: to another
     * plan. Without `card`: not read yet.
     */
    lastCharge: jsonb("last_charge").$type<{
      invoice: string;
      amount: string;
      card?: string | null;
      nextCard?: string | null;
      isSwitch?: boolean;
    }>(),
    /**
     * What is charged next, e.g. "Visa ending in 4242"; null without one, and in a row that was not synced
     * since.
     */
    cardText: text("card_text"),
    /** What changes the sentences about a status (`readStatusDetail`); null for a charged card. */
    statusDetail: text("collection").$type<StatusDetail>(),
    /** "$250.00", what Stripe's page of the unpaid invoice asks for; null where that is unknown. */
    amountDueText: text("amount_due_text"),
    /** The scheduled price of the next period; null when nothing changes. */
    stripeNextPriceId: text("stripe_next_price_id"),
    stripeSubscriptionStatus: text("stripe_subscription_status"),
    subscriptionStartedAt: timestamptz("subscription_started_at"),
    currentPeriodEnd: timestamptz("current_period_end"),
    trialEnd: timestamptz("trial_end"),
    cancelAt: timestamptz("cancel_at"),
    /** The start of the first free trial; never cleared, so that there is one trial per person. */
    trialUsedAt: timestamptz("trial_used_at"),
    syncVersion: bigint("sync_version", { mode: "number" }).notNull().default(0),
    syncedAt: timestamptz("synced_at"),
    /**
     * A change of name or email that has not been sent to Stripe; in the future while reconciliation leases
     * it.
     */
    detailsChangedAt: timestamptz("details_changed_at"),
    /** The checkout lease; the value identifies its holder. Null when it is free. */
    checkoutLeasedAt: timestamptz("checkout_leased_at"),
    /** The time at which a checkout session was last created. */
    checkoutOpenedAt: timestamptz("checkout_opened_at"),
    /** A deletion of the account was started: no new checkout. */
    billingClosedAt: timestamptz("billing_closed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("customers_details_changed")
      .on(table.detailsChangedAt)
      .where(sql`${table.detailsChangedAt} is not null`),
    pgPolicy("customers_read_own", {
      for: "select",
      to: authenticatedRole,
      using: sql`${authUid} = ${table.userId}`,
    }),
    mfaPolicy("customers"),
    workerPolicy("customers"),
  ],
);

/** What leaves a row blank (`hasVisibleText` in app/forms/text.ts), as a class of characters in Postgres. */
const BLANK = [
  String.raw`\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F`,
  String.raw`\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8`,
  String.raw`\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF`,
].join("");

/** A user's list, newest first, by keyset. Triggers count and limit it. */
export const items = pgTable(
  "items",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    owner: uuid("owner")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    featured: boolean("featured").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check("items_name_length", sql`char_length(${table.name}) between 1 and 200`),
    check("items_name_visible", sql`${table.name} ~ ${sql.raw(`'[^${BLANK}]'`)}`),
    index("items_owner_newest").on(
      table.owner,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("items_owner_featured")
      .on(table.owner, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.featured}`),
    /** Serves `ilike` among the items of an owner. */
    index("items_owner_name").using("gin", table.owner, table.name.op("extensions.gin_trgm_ops")),
    pgPolicy("items_own", {
      for: "all",
      to: authenticatedRole,
      using: sql`${authUid} = ${table.owner}`,
      withCheck: sql`${authUid} = ${table.owner}`,
    }),
    mfaPolicy("items"),
    workerPolicy("items"),
  ],
);

/** Ledger of applied webhook events, to deduplicate redeliveries. */
export const stripeEvents = pgTable(
  "stripe_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    stripeCustomerId: text("stripe_customer_id"),
    createdAt: timestamptz("created_at").notNull(),
    processedAt: timestamptz("processed_at").notNull().defaultNow(),
  },
  (table) => [
    index("stripe_events_processed").on(table.processedAt),
    workerPolicy("stripe_events"),
  ],
);

/** How far Stripe's events have been read: one row, or none before the first run. */
export const stripeEventCursor = pgTable(
  "stripe_event_cursor",
  {
    id: integer("id").primaryKey().default(1),
    /** Everything before it has been applied, so its age is the reconciliation lag. */
    readUntil: timestamptz("read_until").notNull(),
  },
  (table) => [
    check("stripe_event_cursor_one_row", sql`${table.id} = 1`),
    workerPolicy("stripe_event_cursor"),
  ],
);

/** Stripe customers to sync: what reconciliation found, and what failed; when each is due. */
export const stripeSyncQueue = pgTable(
  "stripe_sync_queue",
  {
    stripeCustomerId: text("stripe_customer_id").primaryKey(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: timestamptz("next_attempt_at").notNull(),
  },
  (table) => [
    index("stripe_sync_queue_due").on(table.nextAttemptAt),
    workerPolicy("stripe_sync_queue"),
  ],
);

/**
 * What may happen a limited number of times, counted for all isolates and locations until it expires: emails
 * to an address, two-step codes, uses of a code (app/platform/quota.server.ts).
 */
export const quotas = pgTable(
  "claims",
  {
    /** Contains a user id or the hash of an email address. */
    key: text("key").primaryKey(),
    taken: integer("taken").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [index("claims_expiry").on(table.expiresAt), workerPolicy("claims")],
);

/**
 * A user's unused recovery codes. Each works once in place of an authenticator app. Stored as salted hashes,
 * so that reading the table is not enough to use one.
 */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Bcrypt of the SHA-256 of salt and code (`hash_recovery_code`); before version 0.2, that SHA-256. */
    codeHash: text("code_hash").notNull(),
    /** Random, in the format of the hash; shared by all codes generated together. */
    salt: text("salt").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.codeHash] }),
    workerPolicy("recovery_codes"),
  ],
);

/**
 * Outbox of the contact form: a message is stored here before the success page, then forwarded. Deleted by
 * `delete_expired_contact_messages`, and with the sender's account by a trigger on users.
 */
export const contactMessages = pgTable(
  "contact_messages",
  {
    /** Generated by the form, so that a double click or a resend stores one message. */
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    message: text("message").notNull(),
    /** Looks like spam: forwarded with a mark, and not emailed to the studio. */
    isSuspect: boolean("marked").notNull().default(false),
    /** One of too many, or without a spreadsheet a suspect: forwarded only when an operator releases it. */
    isHeld: boolean("suspected_spam").notNull().default(false),
    attempts: integer("attempts").notNull().default(0),
    /** Earliest time of the next attempt; during an attempt, when its lease expires. */
    nextAttemptAt: timestamptz("next_attempt_at").notNull().defaultNow(),
    /** Sends that may have appended a row: their outcome is unknown, or still pending. */
    unconfirmedSends: integer("unconfirmed_sends").notNull().default(0),
    forwardedAt: timestamptz("forwarded_at"),
    deadAt: timestamptz("dead_at"),
    lastError: text("last_error"),
    createdAt: createdAt(),
  },
  (table) => {
    const isPending = sql`${table.forwardedAt} is null and ${table.deadAt} is null and not ${table.isHeld}`;
    return [
      index("contact_messages_queue").on(table.createdAt, table.id).where(isPending),
      index("contact_messages_sender").on(sql`lower(${table.email})`),
      index("contact_messages_forwarded").on(table.forwardedAt),
      index("contact_messages_suspected")
        .on(table.createdAt)
        .where(sql`${table.isHeld} and ${table.forwardedAt} is null`),
      index("contact_messages_pending_by_sender")
        .on(table.email, table.createdAt, table.id)
        .where(isPending),
      workerPolicy("contact_messages"),
    ];
  },
);

/**
 * Outbox of the site's own emails. Triggers on customers, auth.users (deletion) and auth.webauthn_credentials
 * write most rows, in the transaction of the event they report.
 */
export const outgoingEmails = pgTable(
  "outgoing_emails",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** A template of `createSiteEmails` (app/content/emails.ts). */
    template: text("template").notNull(),
    /** Empty for the studio's own address. */
    recipient: text("recipient").notNull(),
    /** What the template needs to know besides the address. */
    payload: jsonb("payload").notNull().default({}),
    /** Identifies the event, so that it is reported once. */
    dedupeKey: text("dedupe_key").notNull().unique(),
    attempts: integer("attempts").notNull().default(0),
    /** Earliest time of the next attempt; during an attempt, when its lease expires. */
    nextAttemptAt: timestamptz("next_attempt_at").notNull().defaultNow(),
    sentAt: timestamptz("sent_at"),
    /** The recipient's address was rejected for good. */
    rejectedAt: timestamptz("rejected_at"),
    lastError: text("last_error"),
    createdAt: createdAt(),
  },
  (table) => [
    index("outgoing_emails_due")
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null and ${table.rejectedAt} is null`),
    index("outgoing_emails_recipient").on(sql`lower(${table.recipient})`),
    index("outgoing_emails_created").on(table.createdAt),
    workerPolicy("outgoing_emails"),
  ],
);
