import { watchedFrom } from '#features/library/rules.ts'

/** How the rows of the funnel are grouped: by landing page, `utm_source`, `utm_campaign`, or the guest's link. */
export const groupings = ['path', 'source', 'campaign', 'via'] as const
export type Grouping = (typeof groupings)[number]

/** Stages of registrations. Each is part of the first one, and each share watched is part of the one before. */
export const stages = ['registered', 'attended', 'watched25', 'watched50', 'watched90'] as const
export type Stage = (typeof stages)[number]

/** Shares of the recording, from 0 to 1, from which a registrant is in a stage. */
export const watchedShares = { watched25: 0.25, watched50: 0.5, watched90: watchedFrom } as const

/** Keys of registrations without a source. `import` and `API`: an import or an API key added the registration. */
export const unsourced = { direct: 'direct', import: 'import', api: 'API' } as const

/** Key of all views beyond the `mostViewKeys` most viewed keys that have no registrations. */
export const otherKey = 'other'

/**
 * Maximum number of keys with views but no registrations. Visitors choose the sources of views, so their number is
 * unlimited.
 */
export const mostViewKeys = 1000
