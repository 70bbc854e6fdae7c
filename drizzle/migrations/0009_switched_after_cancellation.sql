-- As in 0002_plan_changes.sql, but a switch comes first: it may have cost money, also where the plan is canceled.
CREATE OR REPLACE FUNCTION public.name_plan_change(before public.customers, after public.customers) RETURNS text
LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT CASE
    WHEN is_active AND (NOT is_same OR before.stripe_subscription_status = 'incomplete') THEN 'started'
    WHEN NOT is_same OR before.stripe_subscription_status IN ('incomplete', 'incomplete_expired', 'canceled') THEN NULL
    WHEN after.stripe_subscription_status = 'canceled' THEN CASE
      WHEN before.cancel_at IS NULL OR before.stripe_subscription_status IN ('past_due', 'unpaid')
        OR coalesce(after.cancel_at, 'infinity') > now() + interval '1 hour' THEN 'ended'
    END
    WHEN after.stripe_price_id <> before.stripe_price_id THEN 'switched'
    WHEN after.cancel_at IS NOT NULL AND before.cancel_at IS NULL THEN 'canceled'
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
