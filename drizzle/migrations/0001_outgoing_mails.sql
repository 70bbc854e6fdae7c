CREATE TABLE "outgoing_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template" text NOT NULL,
	"email" text NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"fact_key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"rejected_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outgoing_mails_fact_key_unique" UNIQUE("fact_key")
);
--> statement-breakpoint
ALTER TABLE "outgoing_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "outgoing_mails_due" ON "outgoing_mails" USING btree ("next_attempt_at") WHERE "outgoing_mails"."sent_at" is null and "outgoing_mails"."rejected_at" is null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_recipient" ON "outgoing_mails" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "outgoing_mails_created" ON "outgoing_mails" USING btree ("created_at");--> statement-breakpoint
CREATE POLICY "outgoing_mails_worker" ON "outgoing_mails" AS PERMISSIVE FOR ALL TO "app_worker" USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON outgoing_mails TO app_worker;
--> statement-breakpoint

-- The last email to a confirmed address; the earlier ones go with the account. Before the delete, because
-- afterwards the customer is gone. Billing is closed moments before its owner's account is deleted, also for a
-- user who never had a customer at Stripe; theirs is never synced.
CREATE FUNCTION public.mail_deleted_user() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  has_closed_billing boolean := EXISTS (
    SELECT FROM public.customers
    WHERE user_id = old.id AND synced_at IS NOT NULL AND billing_closed_at > now() - interval '10 minutes'
  );
BEGIN
  DELETE FROM public.outgoing_mails WHERE lower(email) = lower(old.email);
  INSERT INTO public.outgoing_mails (template, email, fact_key)
  VALUES (
    CASE WHEN has_closed_billing THEN 'account_and_billing_ended' ELSE 'account_deleted' END,
    old.email, gen_random_uuid()
  );
  RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_confirmed_user_deleted BEFORE DELETE ON auth.users
FOR EACH ROW WHEN (old.email <> '' AND old.email_confirmed_at IS NOT NULL)
EXECUTE FUNCTION public.mail_deleted_user();
--> statement-breakpoint
-- What comes next after a purchase, once for each subscription. A recovered or resumed one is not new.
CREATE FUNCTION public.mail_started_subscription() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF old.stripe_subscription_id = new.stripe_subscription_id
    AND old.stripe_subscription_status <> 'incomplete' THEN
    RETURN new;
  END IF;
  INSERT INTO public.outgoing_mails (template, email, fact_key, facts)
  SELECT
    CASE new.stripe_subscription_status WHEN 'trialing' THEN 'trial_started' ELSE 'subscription_started' END,
    email, 'subscription_started:' || new.stripe_subscription_id,
    jsonb_build_object(
      'price', new.stripe_price_id, 'product', new.stripe_product_id,
      'date', CASE new.stripe_subscription_status WHEN 'trialing' THEN new.trial_end ELSE new.current_period_end END
    )
  FROM public.users WHERE id = new.user_id AND email <> ''
  ON CONFLICT DO NOTHING;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_subscription_started AFTER INSERT OR UPDATE ON public.customers
FOR EACH ROW WHEN (new.stripe_subscription_status IN ('active', 'trialing') AND new.stripe_subscription_id <> '')
EXECUTE FUNCTION public.mail_started_subscription();
