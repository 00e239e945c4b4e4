import { SomewhereElse } from './somewhere-else.tsx'

/** Specification, "Routes": the 404 page. */
export function NotFound() {
  return (
    <SomewhereElse title="Page Not Found">
      There is no seat at this address. The evening goes on next door.
    </SomewhereElse>
  )
}
