ALTER TABLE "customers" ADD COLUMN "amount_due_text" text;
--> statement-breakpoint
-- As in 0002_plan_changes.sql, with the subscription as it is then: an email describes it in the words of the pages.
CREATE OR REPLACE FUNCTION public.enqueue_plan_emails() RETURNS trigger
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
      'subscription', jsonb_build_object(
        'stripePriceId', new.stripe_price_id, 'stripeProductId', new.stripe_product_id,
        'stripeNextPriceId', new.stripe_next_price_id, 'priceText', new.price_text, 'statusDetail', new.collection,
        'stripeSubscriptionStatus', new.stripe_subscription_status, 'currentPeriodEnd', new.current_period_end,
        'trialEnd', new.trial_end, 'cancelAt', new.cancel_at
      ),
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
