import { sql } from 'drizzle-orm'
import { eventQuestions, questionVotes } from '#server/db/tables/questions.ts'

/** How many want to hear the answer to a question, beside its author. */
export const votesOf = sql<number>`(select count(*)::int from ${questionVotes} voted
  where voted.question_id = ${eventQuestions.id})`
