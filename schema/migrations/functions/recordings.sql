-- Since when a recording can be watched is news of its own; any edit may make it ready, so the table itself notes it.
-- A row that comes with its past, such as one of a sample, was ready when it was changed last.
CREATE OR REPLACE FUNCTION greenroom_note_ready_recording() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.recording_ready AND coalesce(NEW.video_url, '') <> '' THEN
    NEW.recording_ready_at := coalesce(NEW.recording_ready_at,
      CASE TG_OP WHEN 'INSERT' THEN NEW.updated_at ELSE now() END);
  ELSE
    NEW.recording_ready_at := NULL;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER events_recording_ready BEFORE INSERT OR UPDATE ON events
  FOR EACH ROW EXECUTE FUNCTION greenroom_note_ready_recording();
