-- The schema: roles, tables (generated from drizzle/schema.ts), functions, triggers and grants.
-- Runs on local and hosted Supabase alike, as role `postgres` without superuser rights.
-- The tables are new and empty, so no lock is long.
-- squawk-ignore-file

-- The Worker's role owns nothing and bypasses nothing; the grants below say what it may do.
-- Local start-up gives it a password; on a hosted project `npm run setup:cloud` does (docs/setup.md).
DO $$ BEGIN
  CREATE ROLE app_worker NOLOGIN NOINHERIT;
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;
--> statement-breakpoint
-- Time limits for the Worker's statements, well below Hyperdrive's own minute.
DO $$ BEGIN
  EXECUTE format('ALTER ROLE app_worker IN DATABASE %I SET statement_timeout = %L', current_database(), '10s');
  EXECUTE format('ALTER ROLE app_worker IN DATABASE %I SET lock_timeout = %L', current_database(), '5s');
  EXECUTE format(
    'ALTER ROLE app_worker IN DATABASE %I SET idle_in_transaction_session_timeout = %L',
    current_database(), '10s'
  );
END $$;
--> statement-breakpoint
-- Supabase grants everything in public to the roles of its REST API. Start closed instead: existing
-- objects and new ones get only what a migration grants.
-- Unsafe: before any code runs; only what follows is granted.
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM anon, authenticated;
--> statement-breakpoint
-- Unsafe: before any code runs; only what follows is granted.
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM anon, authenticated;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM anon, authenticated;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON SEQUENCES FROM anon, authenticated;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON FUNCTIONS FROM anon, authenticated;
--> statement-breakpoint
-- Postgres grants EXECUTE on new functions to PUBLIC, in every schema.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
--> statement-breakpoint
-- Row-level security cannot be a default, so an event trigger enables it on new tables in public.
-- Source: Supabase docs, "Event triggers": its role postgres may create them.
CREATE FUNCTION public.enable_row_level_security() RETURNS event_trigger
LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  created record;
BEGIN
  FOR created IN
    SELECT object_identity FROM pg_event_trigger_ddl_commands()
    WHERE object_type IN ('table', 'partitioned table') AND schema_name = 'public'
  LOOP
    EXECUTE 'ALTER TABLE ' || created.object_identity || ' ENABLE ROW LEVEL SECURITY';
  END LOOP;
END $$;
--> statement-breakpoint
-- Without the right to create event triggers the migration still applies: the tables below enable
-- row-level security themselves.
DO $$ BEGIN
  CREATE EVENT TRIGGER row_level_security_on_new_tables ON ddl_command_end
  WHEN TAG IN ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO')
  EXECUTE FUNCTION public.enable_row_level_security();
EXCEPTION WHEN insufficient_privilege THEN
  RAISE WARNING 'No event trigger for row-level security: %', SQLERRM;
END $$;
--> statement-breakpoint
-- For searching item names; Supabase offers both extensions.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA extensions;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA extensions;
--> statement-breakpoint

-- ── Tables, generated ──────────────────────────────────────────────────────────────────────────────

CREATE SEQUENCE "public"."stripe_sync_version" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "claims" (
	"key" text PRIMARY KEY NOT NULL,
	"taken" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "claims" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"suspected_spam" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unconfirmed_sends" integer DEFAULT 0 NOT NULL,
	"forwarded_at" timestamp (3) with time zone,
	"dead_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"stripe_price_id" text,
	"stripe_product_id" text,
	"price_text" text,
	"last_charge" jsonb,
	"stripe_next_price_id" text,
	"stripe_subscription_status" text,
	"current_period_end" timestamp (3) with time zone,
	"trial_end" timestamp (3) with time zone,
	"cancel_at" timestamp (3) with time zone,
	"trial_used_at" timestamp (3) with time zone,
	"sync_version" bigint DEFAULT 0 NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"details_changed_at" timestamp (3) with time zone,
	"checkout_leased_at" timestamp (3) with time zone,
	"checkout_opened_at" timestamp (3) with time zone,
	"billing_closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_stripe_customer_id_unique" UNIQUE("stripe_customer_id"),
	CONSTRAINT "customers_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id")
);
--> statement-breakpoint
ALTER TABLE "customers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner" uuid NOT NULL,
	"name" text NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "items_name_length" CHECK (char_length("items"."name") between 1 and 200),
	CONSTRAINT "items_name_visible" CHECK ("items"."name" ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]')
);
--> statement-breakpoint
ALTER TABLE "items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outgoing_emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template" text NOT NULL,
	"recipient" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"dedupe_key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"rejected_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outgoing_emails_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
ALTER TABLE "outgoing_emails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"salt" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stripe_event_cursor" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"read_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stripe_event_cursor_one_row" CHECK ("stripe_event_cursor"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "stripe_event_cursor" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"stripe_customer_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stripe_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stripe_sync_queue" (
	"stripe_customer_id" text PRIMARY KEY NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stripe_sync_queue" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"item_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_name_length" CHECK (char_length("users"."name") <= 200)
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_owner_users_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claims_expiry" ON "claims" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "contact_messages_queue" ON "contact_messages" USING btree ("created_at","id") WHERE "contact_messages"."forwarded_at" is null and "contact_messages"."dead_at" is null and not "contact_messages"."suspected_spam";--> statement-breakpoint
CREATE INDEX "contact_messages_sender" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "contact_messages_forwarded" ON "contact_messages" USING btree ("forwarded_at");--> statement-breakpoint
CREATE INDEX "contact_messages_suspected" ON "contact_messages" USING btree ("created_at") WHERE "contact_messages"."suspected_spam" and "contact_messages"."forwarded_at" is null;--> statement-breakpoint
CREATE INDEX "contact_messages_pending_by_sender" ON "contact_messages" USING btree ("email","created_at","id") WHERE "contact_messages"."forwarded_at" is null and "contact_messages"."dead_at" is null and not "contact_messages"."suspected_spam";--> statement-breakpoint
CREATE INDEX "customers_details_changed" ON "customers" USING btree ("details_changed_at") WHERE "customers"."details_changed_at" is not null;--> statement-breakpoint
CREATE INDEX "items_owner_newest" ON "items" USING btree ("owner","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "items_owner_featured" ON "items" USING btree ("owner","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "items"."featured";--> statement-breakpoint
CREATE INDEX "items_owner_name" ON "items" USING gin ("owner","name" extensions.gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "outgoing_emails_due" ON "outgoing_emails" USING btree ("next_attempt_at") WHERE "outgoing_emails"."sent_at" is null and "outgoing_emails"."rejected_at" is null;--> statement-breakpoint
CREATE INDEX "outgoing_emails_recipient" ON "outgoing_emails" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "outgoing_emails_created" ON "outgoing_emails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stripe_events_processed" ON "stripe_events" USING btree ("processed_at");--> statement-breakpoint
CREATE INDEX "stripe_sync_queue_due" ON "stripe_sync_queue" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE POLICY "claims_worker" ON "claims" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "contact_messages_worker" ON "contact_messages" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "customers_read_own" ON "customers" AS PERMISSIVE FOR SELECT TO "authenticated" USING ((select auth.uid()) = "customers"."user_id");--> statement-breakpoint
CREATE POLICY "customers_mfa" ON "customers" AS RESTRICTIVE FOR ALL TO "authenticated" USING ((select auth.jwt()) ->> 'aal' = 'aal2' or (select auth.jwt()) ->> 'two_step' = 'false');--> statement-breakpoint
CREATE POLICY "customers_worker" ON "customers" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "items_own" ON "items" AS PERMISSIVE FOR ALL TO "authenticated" USING ((select auth.uid()) = "items"."owner") WITH CHECK ((select auth.uid()) = "items"."owner");--> statement-breakpoint
CREATE POLICY "items_mfa" ON "items" AS RESTRICTIVE FOR ALL TO "authenticated" USING ((select auth.jwt()) ->> 'aal' = 'aal2' or (select auth.jwt()) ->> 'two_step' = 'false');--> statement-breakpoint
CREATE POLICY "items_worker" ON "items" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "outgoing_emails_worker" ON "outgoing_emails" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "recovery_codes_worker" ON "recovery_codes" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "stripe_event_cursor_worker" ON "stripe_event_cursor" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "stripe_events_worker" ON "stripe_events" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "stripe_sync_queue_worker" ON "stripe_sync_queue" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "users_read_own" ON "users" AS PERMISSIVE FOR SELECT TO "authenticated" USING ((select auth.uid()) = "users"."id");--> statement-breakpoint
CREATE POLICY "users_update_own" ON "users" AS PERMISSIVE FOR UPDATE TO "authenticated" USING ((select auth.uid()) = "users"."id") WITH CHECK ((select auth.uid()) = "users"."id");--> statement-breakpoint
CREATE POLICY "users_mfa" ON "users" AS RESTRICTIVE FOR ALL TO "authenticated" USING ((select auth.jwt()) ->> 'aal' = 'aal2' or (select auth.jwt()) ->> 'two_step' = 'false');--> statement-breakpoint
CREATE POLICY "users_worker" ON "users" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint

-- ── Grants ─────────────────────────────────────────────────────────────────────────────────────────

-- What a user's own token may do through Supabase's REST API. `featured` is never writable there.
GRANT SELECT ON users, customers, items TO authenticated;
--> statement-breakpoint
GRANT UPDATE (name) ON users TO authenticated;
--> statement-breakpoint
GRANT INSERT (owner, name), UPDATE (name), DELETE ON items TO authenticated;
--> statement-breakpoint
-- What the Worker may do. Everything else in `users` follows auth.users by trigger.
GRANT USAGE ON SCHEMA public TO app_worker;
--> statement-breakpoint
GRANT SELECT, UPDATE (name, updated_at) ON users TO app_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON customers, contact_messages, stripe_event_cursor TO app_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON items, stripe_sync_queue, claims, outgoing_emails TO app_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON stripe_events, recovery_codes TO app_worker;
--> statement-breakpoint
GRANT USAGE ON SEQUENCE stripe_sync_version TO app_worker;
--> statement-breakpoint

-- ── Users follow auth.users ────────────────────────────────────────────────────────────────────────

-- Adds the row of an auth user, unless it exists: for new users, for those from before this migration, and
-- for a user whose row the Worker misses, as after an import without triggers. Returns the id.
CREATE FUNCTION public.add_user_row(auth_user_id uuid) RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  INSERT INTO public.users (id, email, name)
  SELECT
    id, coalesce(email, ''),
    left(coalesce(raw_user_meta_data ->> 'name', raw_user_meta_data ->> 'full_name', ''), 200)
  FROM auth.users WHERE id = auth_user_id AND deleted_at IS NULL
  ON CONFLICT (id) DO NOTHING;
  SELECT auth_user_id
$$;
--> statement-breakpoint
CREATE FUNCTION public.create_user_row() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM public.add_user_row(new.id);
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_auth_user_created AFTER INSERT ON auth.users
FOR EACH ROW EXECUTE FUNCTION public.create_user_row();
--> statement-breakpoint
SELECT public.add_user_row(id) FROM auth.users;
--> statement-breakpoint
CREATE FUNCTION public.copy_user_email() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  UPDATE public.users SET email = coalesce(new.email, ''), updated_at = now() WHERE id = new.id;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_auth_user_email_changed AFTER UPDATE OF email ON auth.users
FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION public.copy_user_email();
--> statement-breakpoint
-- Marks the Stripe customer's name or email as stale, however it changed (site, REST, auth server).
CREATE FUNCTION public.mark_customer_details_stale() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  UPDATE public.customers SET details_changed_at = clock_timestamp()
  WHERE user_id = new.id AND stripe_customer_id IS NOT NULL;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_user_details_changed AFTER UPDATE OF name, email ON public.users
FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.email IS DISTINCT FROM new.email)
EXECUTE FUNCTION public.mark_customer_details_stale();
--> statement-breakpoint
-- Deletes contact messages sent under the deleted user's confirmed address, in the same transaction.
CREATE FUNCTION public.delete_messages_of_user() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  DELETE FROM public.contact_messages WHERE old.email <> '' AND lower(email) = lower(old.email);
  RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_user_deleted AFTER DELETE ON public.users
FOR EACH ROW EXECUTE FUNCTION public.delete_messages_of_user();
--> statement-breakpoint

-- ── Item count and limit ───────────────────────────────────────────────────────────────────────────

-- Counts per statement, so adding a thousand items is one update of the owner's row. The row lock
-- serializes concurrent adds, so the limit holds.
CREATE FUNCTION public.count_added_items() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE max_count int;
BEGIN
  WITH added AS (SELECT owner, count(*)::int AS n FROM new_items GROUP BY owner),
  counted AS (
    UPDATE public.users SET item_count = item_count + added.n
    FROM added WHERE added.owner = users.id RETURNING item_count
  )
  SELECT max(item_count) INTO max_count FROM counted;
  IF max_count > 10000 THEN
    RAISE EXCEPTION 'You’ve reached the limit of 10,000 items. Delete items you no longer need, then try again.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'items_owner_limit', TABLE = 'items', SCHEMA = 'public';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_items_added AFTER INSERT ON public.items
REFERENCING NEW TABLE AS new_items
FOR EACH STATEMENT EXECUTE FUNCTION public.count_added_items();
--> statement-breakpoint
CREATE FUNCTION public.count_removed_items() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  UPDATE public.users SET item_count = item_count - removed.n
  FROM (SELECT owner, count(*)::int AS n FROM old_items GROUP BY owner) removed
  WHERE removed.owner = users.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_items_removed AFTER DELETE ON public.items
REFERENCING OLD TABLE AS old_items
FOR EACH STATEMENT EXECUTE FUNCTION public.count_removed_items();
--> statement-breakpoint

-- ── Contact message retention ──────────────────────────────────────────────────────────────────────

-- Keeps messages 90 days after forwarding, spam 30 days, undelivered ones a year. Takes no argument,
-- so the Worker, which calls it from a cron, can delete nothing else.
CREATE FUNCTION public.delete_expired_contact_messages() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  deleted integer;
BEGIN
  DELETE FROM public.contact_messages WHERE id IN (
    SELECT id FROM public.contact_messages
    WHERE forwarded_at < now() - interval '90 days'
      OR (forwarded_at IS NULL AND suspected_spam AND created_at < now() - interval '30 days')
      OR (forwarded_at IS NULL AND created_at < now() - interval '1 year')
    LIMIT 1000 FOR UPDATE SKIP LOCKED
  );
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
--> statement-breakpoint

-- ── Sessions, devices and two-step verification (auth schema) ──────────────────────────────────────

-- Supabase's custom access token hook (supabase/config.toml): adds the claim `two_step`, so that the
-- Worker can tell from an aal1 token alone whether a code is required.
CREATE FUNCTION public.add_two_step_claim(event jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT jsonb_set(event, '{claims,two_step}', to_jsonb(EXISTS (
    SELECT FROM auth.mfa_factors
    WHERE user_id = (event ->> 'user_id')::uuid AND status = 'verified'
  )))
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO supabase_auth_admin;
--> statement-breakpoint
-- The functions below see and end sessions of one user (`owner`), which the Worker's role cannot by
-- itself. GoTrue writes `refreshed_at` in UTC without a time zone. `method` is the first of a session, e.g.
-- "password"; MFA comes later.
CREATE FUNCTION public.list_devices(owner uuid)
RETURNS TABLE (id uuid, user_agent text, used_at timestamptz, aal text, method text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT s.id, s.user_agent, coalesce(s.refreshed_at AT TIME ZONE 'UTC', s.created_at), s.aal::text,
    (SELECT c.authentication_method FROM auth.mfa_amr_claims c WHERE c.session_id = s.id ORDER BY c.created_at LIMIT 1)
  FROM auth.sessions s
  WHERE s.user_id = owner AND (s.not_after IS NULL OR s.not_after > now())
$$;
--> statement-breakpoint
-- Ends one other session of `owner`; its refresh tokens go with it.
CREATE FUNCTION public.sign_out_device(owner uuid, current_session_id uuid, device uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  DELETE FROM auth.sessions s WHERE s.user_id = owner AND s.id = device AND s.id <> current_session_id
$$;
--> statement-breakpoint
-- Ends every session of `owner` but `current_session_id`; returns how many.
CREATE FUNCTION public.sign_out_other_devices(owner uuid, current_session_id uuid) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH ended AS (
    DELETE FROM auth.sessions s WHERE s.user_id = owner AND s.id <> current_session_id RETURNING 1
  )
  SELECT count(*)::integer FROM ended
$$;
--> statement-breakpoint
-- An access token outlives its session by up to an hour. Statements that write take the user id from
-- this function, which raises 70401 (app/platform/database-failure.server.ts) when the session has
-- ended or the user is banned or deleted.
CREATE FUNCTION public.require_live_session(user_id uuid, session_id uuid) RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id
    WHERE s.id = $2 AND s.user_id = $1
      AND (s.not_after IS NULL OR s.not_after > now())
      AND (u.banned_until IS NULL OR u.banned_until <= now())
      AND u.deleted_at IS NULL
  ) THEN
    RAISE EXCEPTION 'The session has ended' USING ERRCODE = '70401';
  END IF;
  RETURN $1;
END $$;
--> statement-breakpoint

-- ── Email changes and account deletion (auth schema) ──────────────────────────────────────────────

-- The pending email change. GoTrue empties a token once its link was followed, and voids both links when any
-- other link of the user is: `sent_at` is then null.
CREATE FUNCTION public.pending_email_change(owner uuid)
RETURNS TABLE (new_email text, sent_at timestamptz, is_old_done boolean, is_new_done boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT u.email_change::text,
    CASE WHEN EXISTS (
      SELECT FROM auth.one_time_tokens t
      WHERE t.user_id = u.id AND t.token_type IN ('email_change_token_current', 'email_change_token_new')
    ) THEN u.email_change_sent_at END,
    coalesce(u.email_change_token_current, '') = '', coalesce(u.email_change_token_new, '') = ''
  FROM auth.users u
  WHERE u.id = owner AND coalesce(u.email_change, '') <> ''
$$;
--> statement-breakpoint
-- Cancels that change, which GoTrue's API cannot: both links become void. `email_change_sent_at` stays,
-- so this is no way around the pause between two emails.
CREATE FUNCTION public.cancel_email_change(owner uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  DELETE FROM auth.one_time_tokens
  WHERE user_id = owner AND token_type IN ('email_change_token_current', 'email_change_token_new');
  UPDATE auth.users
  SET email_change = '', email_change_token_current = '', email_change_token_new = '',
    email_change_confirm_status = 0
  WHERE id = owner
$$;
--> statement-breakpoint
-- Deletes a deleted user's entries in the auth server's audit log and unfinished flows, which no
-- foreign key reaches. Refuses while the user exists.
CREATE FUNCTION public.purge_auth_audit_log(deleted_user uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF EXISTS (SELECT FROM auth.users WHERE id = deleted_user) THEN
    RAISE EXCEPTION 'User % still exists', deleted_user;
  END IF;
  DELETE FROM auth.audit_log_entries
  WHERE payload ->> 'actor_id' = deleted_user::text
    OR payload -> 'traits' ->> 'user_id' = deleted_user::text;
  DELETE FROM auth.flow_state WHERE user_id = deleted_user;
END $$;
--> statement-breakpoint

-- ── Emails of the outbox ────────────────────────────────────────────────────────────────────────────

-- The last email to a confirmed address; the earlier ones go with the account. Before the delete, because
-- afterwards the customer is gone. Billing is closed moments before its owner's account is deleted, also for
-- a user who never had a customer at Stripe; theirs is never synced.
CREATE FUNCTION public.enqueue_deletion_email() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  has_closed_billing boolean := EXISTS (
    SELECT FROM public.customers
    WHERE user_id = old.id AND synced_at IS NOT NULL AND billing_closed_at > now() - interval '10 minutes'
  );
BEGIN
  DELETE FROM public.outgoing_emails WHERE lower(recipient) = lower(old.email);
  INSERT INTO public.outgoing_emails (template, recipient, dedupe_key)
  VALUES (
    CASE WHEN has_closed_billing THEN 'account_and_billing_ended' ELSE 'account_deleted' END,
    old.email, gen_random_uuid()
  );
  RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_confirmed_user_deleted BEFORE DELETE ON auth.users
FOR EACH ROW WHEN (old.email <> '' AND old.email_confirmed_at IS NOT NULL)
EXECUTE FUNCTION public.enqueue_deletion_email();
--> statement-breakpoint
-- What comes next after a purchase, once for each subscription. A recovered or resumed one is not new.
CREATE FUNCTION public.enqueue_subscription_email() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF old.stripe_subscription_id = new.stripe_subscription_id
    AND old.stripe_subscription_status <> 'incomplete' THEN
    RETURN new;
  END IF;
  INSERT INTO public.outgoing_emails (template, recipient, dedupe_key, payload)
  SELECT
    CASE new.stripe_subscription_status WHEN 'trialing' THEN 'trial_started' ELSE 'subscription_started' END,
    email, 'subscription_started:' || new.stripe_subscription_id,
    jsonb_build_object(
      'price', new.stripe_price_id, 'product', new.stripe_product_id, 'priceText', new.price_text,
      'date', CASE new.stripe_subscription_status WHEN 'trialing' THEN new.trial_end ELSE new.current_period_end END
    )
  FROM public.users WHERE id = new.user_id AND email <> ''
  ON CONFLICT DO NOTHING;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_subscription_started AFTER INSERT OR UPDATE ON public.customers
FOR EACH ROW WHEN (new.stripe_subscription_status IN ('active', 'trialing') AND new.stripe_subscription_id <> '')
EXECUTE FUNCTION public.enqueue_subscription_email();
--> statement-breakpoint
-- What a subscriber should have in writing: a switch, a scheduled switch, a cancellation, either of these
-- taken back, and a payment that went through after it had failed, be it a renewal or an upgrade. By version,
-- so that doing the same again next month is told again.
CREATE FUNCTION public.enqueue_plan_change_email() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  change text := CASE
    WHEN new.cancel_at IS NOT NULL AND old.cancel_at IS NULL THEN 'plan_canceled'
    WHEN new.stripe_price_id <> old.stripe_price_id AND new.cancel_at IS NULL THEN 'plan_switched'
    WHEN new.stripe_next_price_id IS DISTINCT FROM old.stripe_next_price_id
      AND new.stripe_next_price_id IS NOT NULL THEN 'switch_scheduled'
    WHEN new.cancel_at IS NULL AND new.stripe_next_price_id IS NULL
      AND (old.cancel_at IS NOT NULL OR old.stripe_next_price_id <> new.stripe_price_id) THEN 'plan_kept'
    WHEN old.stripe_subscription_status IN ('past_due', 'unpaid') THEN 'payment_recovered'
  END;
BEGIN
  INSERT INTO public.outgoing_emails (template, recipient, dedupe_key, payload)
  SELECT
    change, email, change || ':' || new.stripe_subscription_id || ':' || new.sync_version,
    CASE change
      WHEN 'switch_scheduled' THEN jsonb_build_object('price', new.stripe_next_price_id, 'date', new.current_period_end)
      ELSE jsonb_build_object(
        'price', new.stripe_price_id, 'product', new.stripe_product_id, 'priceText', new.price_text,
        'charge', CASE WHEN new.last_charge ->> 'invoice' IS DISTINCT FROM old.last_charge ->> 'invoice' THEN new.last_charge END,
        'date', coalesce(new.cancel_at, new.current_period_end)
      )
    END
  FROM public.users WHERE id = new.user_id AND email <> '' AND change IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_plan_changed AFTER UPDATE ON public.customers
FOR EACH ROW WHEN (
  new.stripe_subscription_id = old.stripe_subscription_id
  AND new.stripe_subscription_status IN ('active', 'trialing')
  AND (new.stripe_price_id, new.stripe_next_price_id, new.cancel_at, new.stripe_subscription_status)
    IS DISTINCT FROM (old.stripe_price_id, old.stripe_next_price_id, old.cancel_at, old.stripe_subscription_status)
)
EXECUTE FUNCTION public.enqueue_plan_change_email();
--> statement-breakpoint

-- Tells the studio (recipient '') of a new trial or subscription, once, of each switch, paid or not, and of
-- each time that one is canceled, or ends without having been canceled.
CREATE FUNCTION public.enqueue_studio_email() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  is_same boolean := new.stripe_subscription_id IS NOT DISTINCT FROM old.stripe_subscription_id;
  shown public.customers := CASE WHEN new.stripe_subscription_id IS NULL THEN old ELSE new END;
  change text := CASE
    WHEN new.stripe_subscription_status IN ('active', 'trialing')
      AND (NOT is_same OR old.stripe_subscription_status = 'incomplete') THEN 'studio_subscription_started'
    WHEN is_same AND new.stripe_subscription_status IN ('active', 'trialing', 'past_due')
      AND new.cancel_at IS NULL AND new.stripe_price_id <> old.stripe_price_id THEN 'studio_plan_switched'
    WHEN old.stripe_subscription_status NOT IN ('incomplete', 'incomplete_expired', 'canceled')
      AND old.cancel_at IS NULL
      AND (new.stripe_subscription_id IS NULL
        OR is_same AND (new.cancel_at IS NOT NULL OR new.stripe_subscription_status = 'canceled'))
      THEN 'studio_subscription_canceled'
  END;
BEGIN
  INSERT INTO public.outgoing_emails (template, recipient, dedupe_key, payload)
  SELECT
    change, '', change || ':' || shown.stripe_subscription_id
      || CASE change WHEN 'studio_subscription_started' THEN '' ELSE ':' || new.sync_version END,
    jsonb_build_object(
      'account', email, 'customer', shown.stripe_customer_id, 'isTrial', shown.stripe_subscription_status = 'trialing',
      'isUnpaid', shown.stripe_subscription_status = 'past_due',
      'price', shown.stripe_price_id, 'product', shown.stripe_product_id, 'priceText', shown.price_text,
      'date', CASE change
        WHEN 'studio_subscription_canceled' THEN coalesce(new.cancel_at, now())
        ELSE new.current_period_end
      END
    )
  FROM public.users WHERE id = new.user_id AND change IS NOT NULL AND shown.stripe_subscription_id <> ''
  ON CONFLICT DO NOTHING;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_subscription_changed AFTER INSERT OR UPDATE ON public.customers
FOR EACH ROW EXECUTE FUNCTION public.enqueue_studio_email();
--> statement-breakpoint

-- ── Passkeys (auth schema) ──────────────────────────────────────────────────────────────────────────

-- GoTrue lets a token of any age add a passkey, and a sign-in with one counts as recent. The limit is the
-- Worker's 15 minutes plus a margin. As in access-token.server.ts, an MFA code is not a sign-in.
CREATE FUNCTION public.require_recent_sign_in() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM auth.sessions s JOIN auth.mfa_amr_claims c ON c.session_id = s.id
    WHERE s.user_id = new.user_id AND c.created_at > now() - interval '20 minutes'
      AND c.authentication_method NOT IN ('totp', 'mfa/phone', 'mfa/webauthn')
  ) THEN
    RAISE EXCEPTION 'Adding a passkey requires a recent sign-in' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER before_passkey_added BEFORE INSERT ON auth.webauthn_credentials
FOR EACH ROW EXECUTE FUNCTION public.require_recent_sign_in();
--> statement-breakpoint
-- Supabase Auth sends no email about passkeys. A trigger tells the owner of every change, also of one made at
-- the auth server directly, and from where the account was last signed in to, which is recent (see above).
-- When the account is deleted, its passkeys go without one.
CREATE FUNCTION public.enqueue_passkey_email() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO public.outgoing_emails (template, recipient, dedupe_key, payload)
  SELECT TG_ARGV[0], email, TG_ARGV[0] || ':' || coalesce(new.id, old.id), jsonb_build_object('userAgent', (
    SELECT s.user_agent FROM auth.sessions s WHERE s.user_id = u.id ORDER BY s.created_at DESC LIMIT 1
  ))
  FROM auth.users u WHERE id = coalesce(new.user_id, old.user_id) AND email <> ''
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_passkey_added AFTER INSERT ON auth.webauthn_credentials
FOR EACH ROW EXECUTE FUNCTION public.enqueue_passkey_email('passkey_added');
--> statement-breakpoint
CREATE TRIGGER on_passkey_removed AFTER DELETE ON auth.webauthn_credentials
FOR EACH ROW EXECUTE FUNCTION public.enqueue_passkey_email('passkey_removed');
--> statement-breakpoint

-- ── Who may call the functions ─────────────────────────────────────────────────────────────────────

-- Unsafe: before any code runs; only what follows is granted.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC, anon, authenticated, service_role;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION public.add_two_step_claim(jsonb) TO supabase_auth_admin;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION
  public.add_user_row(uuid),
  public.delete_expired_contact_messages(),
  public.list_devices(uuid),
  public.sign_out_device(uuid, uuid, uuid),
  public.sign_out_other_devices(uuid, uuid),
  public.require_live_session(uuid, uuid),
  public.pending_email_change(uuid),
  public.cancel_email_change(uuid),
  public.purge_auth_audit_log(uuid)
TO app_worker;
