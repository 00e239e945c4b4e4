-- Counted for a minute and lost with a crash: a registration need not wait for the disk twice.
ALTER TABLE "rate_limits" SET UNLOGGED;
