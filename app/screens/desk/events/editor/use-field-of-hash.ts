import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

/** Where a time is entered when it is a clock time. */
const clockFields: Record<string, string> = { eventTime: 'start', eventEndTime: 'end' }

/** Leads from a line of the pre-flight list to the field that it is about: `#bannerImage`. */
export function useFieldOfHash(form: RefObject<HTMLFormElement | null>) {
  const location = useLocation()
  useEffect(() => {
    // A new one for each press, so that the same line leads there again.
    const name = location.hash.slice(1)
    if (name === '') return
    const field = [clockFields[name], name]
      .filter((wanted) => wanted !== undefined)
      .map((wanted) => form.current?.elements.namedItem(wanted))
      .find((found) => found instanceof HTMLElement)
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [form, location])
}
