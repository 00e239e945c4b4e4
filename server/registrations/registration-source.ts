import type { Site } from '#shared/site.ts'

const ownPaths = ['go1', 'next_event', 'next176']

/** The landing path the visitor came by, if it is one; anything else is the main form. */
export function registrationSource(sent: string, site: Site): string {
  const name = sent.replace(/^\//, '')
  const known = [...ownPaths, ...site.partnerPaths.map(({ path }) => path.slice(1))]
  return known.includes(name) ? name : 'main_form'
}
