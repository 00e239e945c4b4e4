-- What happens is noted for every webhook that wants to know, in the transaction that causes it and by whatever
-- road the row is written. Where no webhook wants a type, a statement costs one look at an empty table. The webhook is
-- held as its foreign key would be: one that is being removed is passed over, and fails nobody.
CREATE OR REPLACE FUNCTION greenroom_has_webhook(told text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhooks w WHERE w.off_since IS NULL AND told = ANY (w.events))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION greenroom_note_registrations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text := CASE TG_OP WHEN 'INSERT' THEN 'registration.created' ELSE 'registration.cancelled' END;
BEGIN
  IF greenroom_has_webhook(told) THEN
    INSERT INTO webhook_deliveries (webhook_id, type, event_id, registration_id, person_key)
      SELECT w.id, told, n.event_id, n.id, u.person_key
        FROM noted n LEFT JOIN users u ON u.id = n.user_id
        CROSS JOIN webhooks w
        WHERE w.off_since IS NULL AND told = ANY (w.events) AND n.user_id IS NOT NULL
        ORDER BY n.id FOR KEY SHARE OF w;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER event_registrations_made_told AFTER INSERT ON "event_registrations"
  REFERENCING NEW TABLE AS noted FOR EACH STATEMENT
  WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_note_registrations();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER event_registrations_gone_told AFTER DELETE ON "event_registrations"
  REFERENCING OLD TABLE AS noted FOR EACH STATEMENT
  WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_note_registrations();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION greenroom_note_unsubscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF greenroom_has_webhook('person.unsubscribed') THEN
    INSERT INTO webhook_deliveries (webhook_id, type, person_key, topic)
      SELECT w.id, 'person.unsubscribed', p.key, n.topic
        FROM noted n JOIN people p ON p.email = n.email
        CROSS JOIN webhooks w WHERE w.off_since IS NULL AND 'person.unsubscribed' = ANY (w.events)
        ORDER BY p.key, n.topic FOR KEY SHARE OF w;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER unsubscriptions_told AFTER INSERT ON "unsubscriptions"
  REFERENCING NEW TABLE AS noted FOR EACH STATEMENT
  WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_note_unsubscriptions();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION greenroom_tell_of_event(told text, event integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_deliveries (webhook_id, type, event_id)
    SELECT w.id, told, event FROM webhooks w WHERE w.off_since IS NULL AND told = ANY (w.events)
      ORDER BY w.id FOR KEY SHARE
$$;
--> statement-breakpoint
-- Nothing is told of what no visitor sees. Whose moment has come and was not noticed yet is published by that
-- moment: the sweep then finds it told.
CREATE OR REPLACE FUNCTION greenroom_note_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_new boolean := false;
  is_ready boolean := NEW.recording_ready_at IS NOT NULL;
  tells_recording boolean;
BEGIN
  IF coalesce(NEW.publish_at, '-infinity') > now() OR NOT EXISTS (SELECT FROM webhooks WHERE off_since IS NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    is_new := true;
  ELSIF OLD.publish_at > now() THEN
    is_new := true;
  ELSIF OLD.publish_at IS DISTINCT FROM NEW.publish_at AND OLD.publish_at IS NOT NULL THEN
    INSERT INTO webhook_moments (event_id, type, at) VALUES (NEW.id, 'event.published', OLD.publish_at)
      ON CONFLICT DO NOTHING;
    is_new := FOUND;
  END IF;
  IF NEW.publish_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.publish_at IS DISTINCT FROM NEW.publish_at) THEN
    INSERT INTO webhook_moments (event_id, type, at) VALUES (NEW.id, 'event.published', NEW.publish_at)
      ON CONFLICT DO NOTHING;
  END IF;
  IF is_new THEN
    PERFORM greenroom_tell_of_event('event.published', NEW.id);
  END IF;
  tells_recording := is_ready
    AND (TG_OP = 'INSERT' OR is_new OR OLD.recording_ready_at IS NULL);
  IF tells_recording THEN
    PERFORM greenroom_tell_of_event('recording.ready', NEW.id);
  END IF;
  -- Told now or before: the moment tells it no more.
  IF is_ready AND NEW.publish_at IS NOT NULL AND (tells_recording OR OLD.publish_at IS DISTINCT FROM NEW.publish_at)
  THEN
    INSERT INTO webhook_moments (event_id, type, at) VALUES (NEW.id, 'recording.ready', NEW.publish_at)
      ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP = 'INSERT' THEN
    RETURN NULL;
  END IF;
  IF OLD.cancelled_at IS NULL AND NEW.cancelled_at IS NOT NULL THEN
    PERFORM greenroom_tell_of_event('event.cancelled', NEW.id);
  END IF;
  IF NEW.starts_at IS DISTINCT FROM OLD.starts_at
    OR (NEW.starts_at IS NULL AND NEW.event_date IS DISTINCT FROM OLD.event_date)
    OR (NEW.starts_at IS NOT NULL AND NEW.ends_at IS DISTINCT FROM OLD.ends_at)
  THEN
    PERFORM greenroom_tell_of_event('event.moved', NEW.id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER events_told AFTER INSERT OR UPDATE ON "events"
  FOR EACH ROW WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_note_event();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION greenroom_note_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'ready' AND (TG_OP = 'INSERT' OR OLD.state <> 'ready') THEN
    PERFORM greenroom_tell_of_event('attendance.ready', NEW.event_id);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER attendance_reports_told AFTER INSERT OR UPDATE ON "attendance_reports"
  FOR EACH ROW WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_note_report();
