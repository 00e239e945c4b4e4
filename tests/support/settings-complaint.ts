import { InvalidSettings, loadConfig } from '#platform/settings/config.ts'

/** What is wrong with these settings, as whoever starts the site reads it; nothing where they are usable. */
export function settingsComplaint(environment: Record<string, string | undefined>): string {
  try {
    loadConfig(environment)
  } catch (error) {
    if (error instanceof InvalidSettings) return error.message
    throw error
  }
  return ''
}
