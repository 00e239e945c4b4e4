import { createContext } from 'react'
import type { Mistakes } from './site-draft.ts'
import type { PictureSpec, TextSpec } from './site-groups.ts'

/** What every field of the form knows besides its own value. */
export type SiteEditing = {
  mistakes: Mistakes
  setMistake: (path: string, message: string | undefined) => void
  /** How often what is typed was saved or replaced. */
  rounds: number
  /** A file decides: everything can be read, nothing changed. */
  isLocked: boolean
}

export const SiteEditingContext = createContext<SiteEditing>({
  mistakes: {},
  setMistake: () => undefined,
  rounds: 0,
  isLocked: false,
})

/** From this share of the limit on it is said how much is left. */
const nearLimit = 0.8

export function describeLeft(text: string, limit: number | undefined): string | undefined {
  if (limit === undefined || text.length < limit * nearLimit) return undefined
  const left = limit - text.length
  const count = Math.abs(left) === 1 ? '1 character' : `${Math.abs(left)} characters`
  return left < 0 ? `${count} too many` : `${count} left`
}

/** What holds of a field, whatever is typed: its explanation, its limit and an example. */
export function describeField({ about, example, plain }: TextSpec | PictureSpec, limit?: number) {
  const parts = [
    about,
    limit !== undefined && `At most ${limit.toLocaleString('en')} characters.`,
    plain && `Left empty: “${plain}”`,
    example && `For example: ${example}`,
  ]
  return parts.filter(Boolean).join(' ')
}
