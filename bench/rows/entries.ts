import { measureAnswers } from './answers.ts'
import type { Entry } from './entry.ts'
import { measureImports } from './imports.ts'
import { measureMembers } from './members.ts'
import { measureNodes } from './nodes.ts'
import { measureRegistrations } from './registrations.ts'
import { measureStarts } from './starts.ts'
import { measureWatching } from './watching.ts'

/** Measurements of a running site in order, by their names in `npm run bench --`. */
export const entries: Record<string, Entry> = {
  start: measureStarts,
  answers: measureAnswers,
  registrations: measureRegistrations,
  members: measureMembers,
  watching: measureWatching,
  nodes: measureNodes,
  imports: measureImports,
}
