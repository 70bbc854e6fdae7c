ALTER TABLE "customers" ADD COLUMN "checkout_opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "billing_closed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "customers_synced" ON "customers" USING btree ("synced_at");