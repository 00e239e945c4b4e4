/** What people ask the guest of an event. Specification, "Questions". */

export const questionLimits = { characters: 200, each: 3 } as const

/**
 * `open`: nobody has done anything with it yet. `picked`: next on the event. `hidden`: taken off the
 * board for everybody but its author and those who hold the event.
 */
export const questionStates = ['open', 'picked', 'answered', 'hidden'] as const
export type QuestionState = (typeof questionStates)[number]

/** How the board is kept fresh: seen by everybody within 5 s. In milliseconds. */
export const boardTimes = { keptMs: 1500, asksEveryMs: 3000 } as const
