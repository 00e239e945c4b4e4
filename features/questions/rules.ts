export const questionLimits = { characters: 200, each: 3 } as const

/**
 * Milliseconds for which a node caches the questions, and between a browser's requests: visitors see changes within 5
 * s.
 */
export const boardTimes = { keptMs: 1500, asksEveryMs: 3000 } as const
