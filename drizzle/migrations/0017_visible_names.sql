-- A name of spaces or of characters without a shape left a blank row. Holds for what is written from now on; the next
-- migration reads the old rows, under a lock that lets others work.
ALTER TABLE "items" ADD CONSTRAINT "items_name_visible" CHECK ("items"."name" ~ '[^\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]') NOT VALID;
