/** When and where a row is looked at: it decides the effective status. */
export type Moment = { now: Date; timeZone: string }
