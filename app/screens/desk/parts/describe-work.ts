import type { BadgeTone } from '#app/ui/badge.tsx'

/** What the admin area calls each state of one kind of work. */
export type StateWords<State extends string> = Record<State, { name: string; tone: BadgeTone }>

/** Writes an instant. */
export type Write = (instant: string) => string

export const triesOf = ({ attempts }: { attempts: number }) =>
  attempts === 1 ? '1 try' : `${attempts.toLocaleString('en-GB')} tries`

export const reasonOf = ({ lastError }: { lastError: string | null }) =>
  lastError ?? 'No reason was given'
