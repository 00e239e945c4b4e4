import { OperatorError } from './operator-error.ts'

/** The database cannot be used as it is. The message says why and what to do, for an operator. */
export class UnusableDatabase extends OperatorError {
  override readonly name = 'UnusableDatabase'
}
