CREATE TABLE "stripe_event_cursor" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"read_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stripe_event_cursor_one_row" CHECK ("stripe_event_cursor"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "stripe_event_cursor" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stripe_retries" (
	"stripe_customer_id" text PRIMARY KEY NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stripe_retries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- Nothing has been released yet, so the table is empty, here and below.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "customers_synced";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "stripe_product_id" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "trial_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "swept_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "contact_changed_at" timestamp (3) with time zone;--> statement-breakpoint
-- As above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "stripe_retries_due" ON "stripe_retries" USING btree ("next_attempt_at");--> statement-breakpoint
-- As above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "customers_swept" ON "customers" USING btree ("swept_at" NULLS FIRST) WHERE "customers"."stripe_customer_id" is not null and "customers"."stripe_subscription_status" not in ('canceled', 'incomplete_expired');--> statement-breakpoint
-- As above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "customers_contact_changed" ON "customers" USING btree ("contact_changed_at") WHERE "customers"."contact_changed_at" is not null;--> statement-breakpoint
CREATE POLICY "stripe_event_cursor_worker" ON "stripe_event_cursor" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "stripe_retries_worker" ON "stripe_retries" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
REVOKE ALL ON stripe_event_cursor, stripe_retries FROM anon, authenticated;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON stripe_event_cursor TO app_worker;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON stripe_retries TO app_worker;
--> statement-breakpoint
-- Whichever way a name or an e-mail address changes (the site, Supabase's REST, the auth server), the customer at
-- Stripe is out of date from then on. The Worker tells Stripe, and clears the mark it has read.
CREATE FUNCTION public.note_contact_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  UPDATE public.customers SET contact_changed_at = clock_timestamp()
  WHERE user_id = new.id AND stripe_customer_id IS NOT NULL;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_user_contact_changed AFTER UPDATE OF name, email ON public.users
FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.email IS DISTINCT FROM new.email)
EXECUTE FUNCTION public.note_contact_change();
