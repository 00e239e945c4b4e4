/** An error shown to the operator without a stack trace. The message gives the reason and the remedy. */
export class OperatorError extends Error {}

/** The database is unusable. The message tells the operator the reason and the remedy. */
export class UnusableDatabase extends OperatorError {
  override readonly name = 'UnusableDatabase'
}
