/** When and where a row is looked at: it decides the effective status. */
export type TimeContext = { now: Date; timeZone: string }
