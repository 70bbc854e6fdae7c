ALTER TABLE "customers" ADD COLUMN "amount_due_text" text;
