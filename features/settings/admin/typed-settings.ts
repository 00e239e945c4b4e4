import type { SettingArea, SettingField } from '#kernel/live-settings.ts'

/** Fields that differ from the saved ones; null removes a secret. */
export type Typed = Partial<Record<SettingField, string | null>>

/** Outside of the component, because the login form replaces the settings when a session ends. */
export const typedByArea = new Map<SettingArea, Typed>()

/** Called on logout, so that the next administrator does not see typed values. */
export function forgetTypedSettings() {
  typedByArea.clear()
}
