/** Thrown by a job's handler: not now, but at this time. It costs none of the job's tries. */
export class TryLater extends Error {
  readonly at: Date

  constructor(reason: string, at: Date) {
    super(reason)
    this.name = 'TryLater'
    this.at = at
  }
}

/** Thrown by a job's handler: no repetition can help. The row that it is about says why. */
export class GiveUp extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'GiveUp'
  }
}
