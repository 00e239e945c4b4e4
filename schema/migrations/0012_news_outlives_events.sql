\ir functions/events.sql
