ALTER TABLE "customers" ADD COLUMN "subscription_started_at" timestamp (3) with time zone;
--> statement-breakpoint
DROP TRIGGER on_subscription_started ON public.customers;
--> statement-breakpoint
DROP TRIGGER on_plan_changed ON public.customers;
--> statement-breakpoint
DROP TRIGGER on_subscription_changed ON public.customers;
--> statement-breakpoint
-- Unsafe: only the triggers that were just dropped call them.
DROP FUNCTION public.enqueue_subscription_email(), public.enqueue_plan_change_email(), public.enqueue_studio_email();
--> statement-breakpoint
-- It was the card to charge next, not the one that paid. The next sync reads that one.
UPDATE public.customers SET last_charge = last_charge - 'card' WHERE last_charge ? 'card';
--> statement-breakpoint
-- What a sync changed, as far as anyone is told; every case is a row of tests/support/plan-changes.ts. An end is
-- news unless it was canceled for that date, and a payment that failed came first.
CREATE FUNCTION public.name_plan_change(before public.customers, after public.customers) RETURNS text
LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT CASE
    WHEN is_active AND (NOT is_same OR before.stripe_subscription_status = 'incomplete') THEN 'started'
    WHEN NOT is_same OR before.stripe_subscription_status IN ('incomplete', 'incomplete_expired', 'canceled') THEN NULL
    WHEN after.stripe_subscription_status = 'canceled' THEN CASE
      WHEN before.cancel_at IS NULL OR before.stripe_subscription_status IN ('past_due', 'unpaid')
        OR coalesce(after.cancel_at, 'infinity') > now() + interval '1 hour' THEN 'ended'
    END
    WHEN after.cancel_at IS NOT NULL AND before.cancel_at IS NULL THEN 'canceled'
    WHEN after.cancel_at IS NULL AND after.stripe_price_id <> before.stripe_price_id THEN 'switched'
    WHEN after.stripe_next_price_id <> coalesce(before.stripe_next_price_id, '') THEN 'scheduled'
    WHEN is_active AND before.stripe_subscription_status IN ('past_due', 'unpaid') THEN 'recovered'
    WHEN after.cancel_at IS NULL AND after.stripe_next_price_id IS NULL
      AND (before.cancel_at IS NOT NULL OR before.stripe_next_price_id <> after.stripe_price_id) THEN 'kept'
    WHEN after.stripe_subscription_status IN ('past_due', 'unpaid')
      AND before.stripe_subscription_status IN ('active', 'trialing') THEN 'failed'
  END
  FROM (SELECT
    after.stripe_subscription_status IN ('active', 'trialing') AS is_active,
    coalesce(before.stripe_subscription_id = after.stripe_subscription_id, false) AS is_same
  ) AS compared
$$;
--> statement-breakpoint
-- Writes the emails about a change, to the subscriber and to the studio (recipient ''). A start is told once,
-- other changes by version, so that the same change next month is told again. A subscriber whose payment is due
-- gets Stripe's own emails, and a page that says it; nothing else before that is settled.
CREATE FUNCTION public.enqueue_plan_emails() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  change text := public.name_plan_change(old, new);
  is_trial boolean := new.stripe_subscription_status = 'trialing';
  is_active boolean := new.stripe_subscription_status IN ('active', 'trialing');
BEGIN
  INSERT INTO public.outgoing_emails (template, recipient, dedupe_key, payload)
  SELECT
    template, recipient,
    CASE change
      WHEN 'started' THEN CASE recipient WHEN '' THEN 'studio_' ELSE '' END || 'subscription_started:' || new.stripe_subscription_id
      ELSE template || ':' || new.stripe_subscription_id || ':' || new.sync_version
    END,
    jsonb_build_object(
      'account', email, 'customer', coalesce(new.stripe_customer_id, old.stripe_customer_id), 'isTrial', is_trial,
      'isUnpaid', CASE change WHEN 'ended' THEN old.stripe_subscription_status IN ('past_due', 'unpaid') ELSE NOT is_active END,
      'price', CASE change WHEN 'scheduled' THEN new.stripe_next_price_id ELSE new.stripe_price_id END,
      'product', CASE change WHEN 'scheduled' THEN NULL ELSE new.stripe_product_id END,
      'priceText', CASE change WHEN 'scheduled' THEN NULL ELSE new.price_text END,
      'current', CASE change WHEN 'scheduled' THEN jsonb_build_object('price', new.stripe_price_id, 'priceText', new.price_text) END,
      'charge', CASE WHEN new.last_charge ->> 'invoice' IS DISTINCT FROM old.last_charge ->> 'invoice' THEN new.last_charge END,
      'date', CASE
        WHEN change = 'ended' THEN now()
        WHEN change = 'canceled' THEN new.cancel_at
        WHEN change = 'started' AND is_trial THEN new.trial_end
        WHEN new.cancel_at IS NULL THEN new.current_period_end
      END
    )
  FROM (VALUES
    ('started', CASE WHEN is_trial THEN 'trial_started' ELSE 'subscription_started' END, 'studio_subscription_started'),
    ('switched', 'plan_switched', 'studio_plan_switched'),
    ('scheduled', 'switch_scheduled', 'studio_switch_scheduled'),
    ('canceled', 'plan_canceled', 'studio_subscription_canceled'),
    ('kept', 'plan_kept', 'studio_plan_kept'),
    ('failed', NULL, 'studio_payment_failed'),
    ('recovered', 'payment_recovered', 'studio_payment_recovered'),
    ('ended', 'plan_ended', 'studio_subscription_ended')
  ) AS emails (of_change, to_subscriber, to_studio)
  JOIN public.users ON id = new.user_id
  CROSS JOIN LATERAL (VALUES
    (CASE WHEN email <> '' AND (is_active OR change = 'ended') THEN to_subscriber END, email),
    (to_studio, '')
  ) AS written (template, recipient)
  WHERE of_change = change AND template IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER on_plan_changed AFTER INSERT OR UPDATE OF
  stripe_subscription_id, stripe_subscription_status, stripe_price_id, stripe_next_price_id, cancel_at
ON public.customers FOR EACH ROW WHEN (new.stripe_subscription_id <> '') EXECUTE FUNCTION public.enqueue_plan_emails();
