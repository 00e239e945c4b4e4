import { OperatorError } from '#server/operator-error.ts'

/** No good backup came of it. The message says why, for an operator, and holds no secret. */
export class BackupFailed extends OperatorError {
  override readonly name = 'BackupFailed'
}
