/** Rules for questions to the guest of an event. */

export const questionLimits = { characters: 200, each: 3 } as const

/** Milliseconds. Together they ensure that everyone sees changes within 5 s. */
export const boardTimes = { keptMs: 1500, asksEveryMs: 3000 } as const
