ALTER TABLE "consents" ADD COLUMN "wording" text;--> statement-breakpoint
UPDATE "consents" SET "wording" = 'By continuing you agree to receive updates and invitations by e-mail. You can unsubscribe at any time.'
WHERE "wording_version" = '2026-11' AND "source" <> 'api';
