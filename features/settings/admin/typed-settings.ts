import type { SettingArea, SettingField } from '#kernel/live-settings.ts'

/** Values of fields that differ from the saved settings; null removes a secret. */
export type Typed = Partial<Record<SettingField, string | null>>

/** Typed values by area. Module state, because the login form unmounts the settings when a session ends. */
export const typedByArea = new Map<SettingArea, Typed>()

/** Deletes all typed values on logout, so that the next administrator in this browser does not see them. */
export function forgetTypedSettings() {
  typedByArea.clear()
}
