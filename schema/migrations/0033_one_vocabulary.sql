-- One name for each thing, as docs/decisions/vocabulary.md lists them.
ALTER TABLE "message_deliveries" RENAME TO "outbox_entries";--> statement-breakpoint
ALTER TABLE "outbox_entries" RENAME COLUMN "occasion" TO "dedupe_key";--> statement-breakpoint
ALTER SEQUENCE "message_deliveries_id_seq" RENAME TO "outbox_entries_id_seq";--> statement-breakpoint
ALTER TABLE "outbox_entries" RENAME CONSTRAINT "message_deliveries_pkey" TO "outbox_entries_pkey";--> statement-breakpoint
ALTER TABLE "outbox_entries" RENAME CONSTRAINT "message_deliveries_once_unique" TO "outbox_entries_once_unique";--> statement-breakpoint
ALTER TABLE "outbox_entries" RENAME CONSTRAINT "message_deliveries_kind_check" TO "outbox_entries_kind_check";--> statement-breakpoint
ALTER TABLE "outbox_entries" RENAME CONSTRAINT "message_deliveries_state_check" TO "outbox_entries_state_check";--> statement-breakpoint
ALTER TABLE "outbox_entries" RENAME CONSTRAINT "message_deliveries_allowance_check" TO "outbox_entries_allowance_check";--> statement-breakpoint
ALTER TABLE "outbox_entries" RENAME CONSTRAINT "message_deliveries_event_id_events_id_fk" TO "outbox_entries_event_id_events_id_fk";--> statement-breakpoint
ALTER TABLE "outbox_entries" RENAME CONSTRAINT "message_deliveries_announcement_id_announcements_id_fk" TO "outbox_entries_announcement_id_announcements_id_fk";--> statement-breakpoint
ALTER INDEX "message_deliveries_email_index" RENAME TO "outbox_entries_email_index";--> statement-breakpoint
ALTER INDEX "message_deliveries_event_index" RENAME TO "outbox_entries_event_index";--> statement-breakpoint
ALTER INDEX "message_deliveries_carrier_index" RENAME TO "outbox_entries_carrier_index";--> statement-breakpoint
ALTER INDEX "message_deliveries_announcement_index" RENAME TO "outbox_entries_announcement_index";--> statement-breakpoint
ALTER INDEX "message_deliveries_fed_index" RENAME TO "outbox_entries_fed_index";--> statement-breakpoint
ALTER INDEX "message_deliveries_due_index" RENAME TO "outbox_entries_due_index";--> statement-breakpoint
ALTER INDEX "message_deliveries_failed_index" RENAME TO "outbox_entries_failed_index";--> statement-breakpoint
ALTER INDEX "message_deliveries_unknown_index" RENAME TO "outbox_entries_unknown_index";--> statement-breakpoint
ALTER INDEX "message_deliveries_open_index" RENAME TO "outbox_entries_open_index";--> statement-breakpoint
ALTER TABLE "held_mails" RENAME COLUMN "occasion" TO "dedupe_key";--> statement-breakpoint
ALTER TABLE "bounces" RENAME COLUMN "delivery_id" TO "outbox_entry_id";--> statement-breakpoint
ALTER TABLE "announcement_recipients" RENAME COLUMN "delivery_id" TO "outbox_entry_id";--> statement-breakpoint
ALTER TABLE "announcement_recipients" RENAME CONSTRAINT "announcement_recipients_announcement_id_delivery_id_pk" TO "announcement_recipients_announcement_id_outbox_entry_id_pk";--> statement-breakpoint
ALTER INDEX "announcement_recipients_delivery_index" RENAME TO "announcement_recipients_outbox_entry_index";--> statement-breakpoint
ALTER TABLE "webinar_seats" RENAME COLUMN "spent_on" TO "exhausted_on";--> statement-breakpoint
\ir functions/people.sql
--> statement-breakpoint
DROP FUNCTION IF EXISTS forget_deliveries();--> statement-breakpoint
-- pg-boss creates its tables at the first start.
DO $$ BEGIN
  IF to_regclass('jobs.job') IS NOT NULL THEN
    UPDATE jobs.job SET data = data - 'deliveryId' || jsonb_build_object('outboxEntryId', data -> 'deliveryId')
      WHERE name = 'send-message' AND data ? 'deliveryId';
  END IF;
END $$;
