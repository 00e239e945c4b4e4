ALTER INDEX "transcript_passages_search_index" SET (fastupdate = false);--> statement-breakpoint
SELECT gin_clean_pending_list('transcript_passages_search_index');
