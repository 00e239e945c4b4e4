/** The source of the current time; tests use one that they can set. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
