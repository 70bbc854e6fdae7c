ALTER TABLE "customers" ADD COLUMN "card_text" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "collection" text;