/** The database cannot be used as it is. The message says why and what to do, for an operator. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}
