import { InvalidSettings, loadConfig } from '#platform/settings/config.ts'

/** Returns the error message for settings; empty if they are valid. */
export function settingsComplaint(environment: Record<string, string | undefined>): string {
  try {
    loadConfig(environment)
  } catch (error) {
    if (error instanceof InvalidSettings) return error.message
    throw error
  }
  return ''
}
