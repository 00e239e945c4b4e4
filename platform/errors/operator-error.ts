/** What whoever runs the site is told without a stack: its message says why, and what to do. */
export class OperatorError extends Error {}

/** The database cannot be used as it is. The message says why and what to do, for an operator. */
export class UnusableDatabase extends OperatorError {
  override readonly name = 'UnusableDatabase'
}
