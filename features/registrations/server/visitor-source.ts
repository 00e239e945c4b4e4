import { type FirstTouch, readTouch, type TouchField, touchFields } from '#kernel/first-touch.ts'
import { landingPathName } from '#kernel/front-page.ts'
import { noSource } from '#kernel/values.ts'

/** A form as the operations receive it: with the visitor's first touch in place of its fields. */
export type Sourced<Form> = Omit<Form, TouchField | 'landingPath'> & {
  firstTouch?: FirstTouch | undefined
}

type SourceFields = Partial<Record<TouchField | 'landingPath', string | undefined>> & {
  source: string
}

/**
 * Returns a form with its source and first touch as stored. The source is the name of the landing page, or `main_form`
 * for paths that this site never had.
 */
export function takeSource<Form extends SourceFields>(
  form: Form,
  paths: readonly string[],
): Sourced<Form> {
  const partnerPaths = paths.map((path) => ({ path }))
  const source = landingPathName(form.source, { partnerPaths }) ?? noSource
  const path = form.landingPath ?? (source === noSource ? undefined : `/${source}`)
  const firstTouch = { ...(path !== undefined && { path }), ...readTouch(form) }
  const rest = Object.entries(form).filter(([name]) => !isTouch(name))
  const kept = Object.fromEntries(rest) as Omit<Form, TouchField | 'landingPath'>
  return { ...kept, source, ...(Object.keys(firstTouch).length > 0 && { firstTouch }) }
}

const isTouch = (name: string) =>
  name === 'landingPath' || (touchFields as readonly string[]).includes(name)
