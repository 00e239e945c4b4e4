-- What administrators did is only ever added to, whoever asks. The one removal: what is older than the
-- months that the remover says lines are kept, in its own transaction, and never what is younger than one.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept_months int := nullif(current_setting('greenroom.keep_audit_months', true), '')::int;
BEGIN
  IF TG_OP = 'DELETE' AND kept_months >= 1 THEN
    IF OLD.at < now() - make_interval(months => kept_months) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_log_rows_stay BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_log_stays BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
