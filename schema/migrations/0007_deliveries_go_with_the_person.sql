-- Deliveries hold an e-mail as text: it goes once neither table knows the person any more.
CREATE FUNCTION forget_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_deliveries d
    USING (SELECT DISTINCT email FROM gone) g
    WHERE d.email = g.email
      AND NOT EXISTS (SELECT FROM users u WHERE u.email = g.email)
      AND NOT EXISTS (SELECT FROM video_access v WHERE v.email = g.email);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_gone AFTER DELETE ON "users" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_deliveries();
--> statement-breakpoint
CREATE TRIGGER video_access_gone AFTER DELETE ON "video_access" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_deliveries();
