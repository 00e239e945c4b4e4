import type { SettingArea, SettingField } from '#kernel/live-settings.ts'

/** Values of fields that differ from the saved settings; null removes a secret. */
export type Typed = Partial<Record<SettingField, string | null>>

/**
 * Values typed into the settings form but not saved, by section. Module state, because when the session expires, the
 * login form replaces the settings page.
 */
export const typedByArea = new Map<SettingArea, Typed>()

/** Deletes all typed values on logout, so that the next administrator in this browser does not see them. */
export function forgetTypedSettings() {
  typedByArea.clear()
}
