-- Restorations saved before the upgrade: their "Takes place after all" mails count as stopped.
INSERT INTO "held_mails" ("kind", "event_id", "occasion", "state", "count", "goes_at", "saved_at")
SELECT kinds.kind, e.id, e.calendar_sequence::text, 'stopped', 0, e.updated_at, e.updated_at
FROM events e CROSS JOIN (VALUES ('restored'), ('crew_restored')) AS kinds (kind)
WHERE e.cancelled_at IS NULL AND e.calendar_sequence >= 2
ON CONFLICT DO NOTHING;
