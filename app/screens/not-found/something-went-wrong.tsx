import { SomewhereElse } from './somewhere-else.tsx'

/** An unexpected error while rendering; the server has logged it. */
export function SomethingWentWrong() {
  return (
    <SomewhereElse title="Something went wrong">
      The fault is on our side. Please load the page again.
    </SomewhereElse>
  )
}
