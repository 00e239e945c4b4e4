/** No good copy came of it. The message says why, for an operator, and holds no secret. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'
}
