-- What the plan's price becomes with the next period; and the sweep is gone, with the column and the index it read by.
ALTER TABLE "customers" ADD COLUMN "stripe_next_price_id" text;--> statement-breakpoint
-- Nothing has been released yet, so the table is empty, here and below.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "customers_swept";--> statement-breakpoint
-- As above, and no older version of the Worker reads the column.
-- squawk-ignore ban-drop-column
ALTER TABLE "customers" DROP COLUMN "swept_at";
