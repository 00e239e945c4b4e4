import { SomewhereElse } from './somewhere-else.tsx'

/** The database does not answer: a pause, no fault of the page. */
export function BackInAMoment() {
  return (
    <SomewhereElse title="Back in a moment">
      We cannot reach our records right now. Please load this page again in a minute.
    </SomewhereElse>
  )
}
