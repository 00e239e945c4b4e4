import { landingPathName } from '#shared/landing-paths.ts'
import type { Site } from '#shared/site.ts'

/** The landing path the visitor came by, if it is one; anything else is the main form. */
export function registrationSource(sent: string, site: Site): string {
  return landingPathName(sent, site) ?? 'main_form'
}
