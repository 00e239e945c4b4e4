import type { SettingArea, SettingField } from '#kernel/live-settings.ts'

/** Fields that differ from what is saved; null takes a secret away. */
export type Typed = Partial<Record<SettingField, string | null>>

/** What is typed outlives its form: a session that ends shows the login in its place. */
export const typedOfAreas = new Map<SettingArea, Typed>()

/** Whoever logs out leaves nothing to the next one. */
export function forgetTypedSettings() {
  typedOfAreas.clear()
}
