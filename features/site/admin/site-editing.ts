import { createContext } from 'react'
import { writeCount } from '#kernel/write-count.ts'
import type { Mistakes } from './site-draft.ts'
import type { PictureSpec, TextSpec } from './site-specs.ts'

/** React context value with what every field of the site's form needs, such as the error messages. */
export type SiteEditing = {
  mistakes: Mistakes
  setMistake: (path: string, message: string | undefined) => void
  /**
   * Counter that increases whenever the draft is saved or replaced. List entries that were removed before can then no
   * longer be restored.
   */
  rounds: number
  /** True if SITE_FILE determines the content, so that the form is read-only. */
  isLocked: boolean
}

export const SiteEditingContext = createContext<SiteEditing>({
  mistakes: {},
  setMistake: () => undefined,
  rounds: 0,
  isLocked: false,
})

/** A field displays how many characters are left once this share of its maximum length is used. */
const nearLimit = 0.8

export function describeLeft(text: string, limit: number | undefined): string | undefined {
  if (limit === undefined || text.length < limit * nearLimit) return undefined
  const left = limit - text.length
  const count = writeCount(Math.abs(left), 'character')
  return left < 0 ? `${count} too many` : `${count} left`
}

/** Returns the help text of a field: explanation, maximum length, example and default. */
export function describeField({ about, example, plain }: TextSpec | PictureSpec, limit?: number) {
  const parts = [
    about,
    limit !== undefined && `At most ${limit.toLocaleString('en')} characters.`,
    plain && `Default: “${plain}”`,
    example && `For example: ${example}`,
  ]
  return parts.filter(Boolean).join(' ')
}
