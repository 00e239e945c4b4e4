-- What is news to readers of feeds: since when a recording can be watched, when an event appeared, and when something
-- changed that they read. Any edit may cause it, so the table itself notes it. A row that comes with its past, such as
-- one of a sample, became what it is when it was changed last.
CREATE OR REPLACE FUNCTION greenroom_note_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.recording_ready AND coalesce(NEW.video_url, '') <> '' THEN
    NEW.recording_ready_at := coalesce(NEW.recording_ready_at,
      CASE TG_OP WHEN 'INSERT' THEN NEW.updated_at ELSE now() END);
  ELSE
    NEW.recording_ready_at := NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    NEW.readers_change_at := coalesce(NEW.readers_change_at, NEW.updated_at);
    RETURN NEW;
  END IF;
  IF NEW.publish_at IS NOT NULL THEN
    NEW.published_by_hand_at := NULL;
  ELSIF OLD.publish_at IS NOT NULL THEN
    -- One whose moment has come had appeared before.
    NEW.published_by_hand_at := least(OLD.publish_at, greatest(NEW.updated_at, OLD.updated_at));
  END IF;
  IF (NEW.title, NEW.speaker_name, NEW.speaker_title, NEW.description, NEW.event_date, NEW.event_time, NEW.event_end_time,
      NEW.cancelled_at) IS DISTINCT FROM (OLD.title, OLD.speaker_name, OLD.speaker_title, OLD.description,
      OLD.event_date, OLD.event_time, OLD.event_end_time, OLD.cancelled_at)
  THEN
    NEW.readers_change_at := greatest(NEW.updated_at, OLD.updated_at);
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER events_news BEFORE INSERT OR UPDATE ON events
  FOR EACH ROW EXECUTE FUNCTION greenroom_note_news();
