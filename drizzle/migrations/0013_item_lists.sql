-- Search within a name of any length; both extensions are on Supabase's list of those it offers.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA extensions;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA extensions;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "item_count" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Nothing has been released yet, so the table is empty.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "items_owner_featured" ON "items" USING btree ("owner","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "items"."featured";
--> statement-breakpoint
-- As above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "items_owner_name" ON "items" USING gin ("owner","name" extensions.gin_trgm_ops);
--> statement-breakpoint
UPDATE users SET item_count = owned.count
FROM (SELECT owner, count(*)::int FROM items GROUP BY owner) owned
WHERE owned.owner = users.id;
--> statement-breakpoint
-- Counts whole statements, so that a thousand items are one change of the owner's row. That row is locked
-- until the end of the transaction: of two who add the last item, one is refused.
CREATE FUNCTION public.count_added_items() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE fullest int;
BEGIN
  WITH added AS (SELECT owner, count(*)::int AS n FROM new_items GROUP BY owner),
  counted AS (
    UPDATE public.users SET item_count = item_count + added.n
    FROM added WHERE added.owner = users.id RETURNING item_count
  )
  SELECT max(item_count) INTO fullest FROM counted;
  IF fullest > 10000 THEN
    RAISE EXCEPTION 'A list holds at most 10,000 items. Delete some that are no longer needed.'
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
