import { measureAnswers } from './answers.ts'
import type { Entry } from './entry.ts'
import { measureImports } from './imports.ts'
import { measureMembers } from './members.ts'
import { measureNodes } from './nodes.ts'
import { measureRegistrations } from './registrations.ts'
import { measureStarts } from './starts.ts'
import { measureWatching } from './watching.ts'

/** What is measured on a running site, in this order, by the names that `npm run bench --` takes. */
export const entries: Record<string, Entry> = {
  start: measureStarts,
  answers: measureAnswers,
  registrations: measureRegistrations,
  members: measureMembers,
  watching: measureWatching,
  nodes: measureNodes,
  imports: measureImports,
}
