/** What people ask the guest of an event. Specification, "Questions". */

export const questionLimits = { characters: 200, each: 3 } as const

/** How the board is kept fresh: seen by everybody within 5 s. In milliseconds. */
export const boardTimes = { keptMs: 1500, asksEveryMs: 3000 } as const
