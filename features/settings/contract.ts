import { z } from 'zod'
import { liveSettings, settingAreas, type SettingField } from '#kernel/live-settings.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { email } from '#kernel/fields.ts'

/** Longer than any address, key or password. */
const longest = 2000

const fieldText = z
  .string({ error: 'Must be text' })
  .max(longest, `May have at most ${longest} characters`)
  // Passwords may begin or end with a space; nothing holds what a line of a header cannot, or half a character.
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]*$/u, 'Must be one line, without control characters')
  .nullish()

const allFields: SettingField[] = Object.values(liveSettings).flat()
const fieldNames = allFields as [SettingField, ...SettingField[]]

/**
 * What is left out stays as it is, and so does an empty secret; null, and another field's emptiness, take
 * it away.
 */
const settingsForm = z.object(
  Object.fromEntries(allFields.map((field) => [field, fieldText])) as Record<
    SettingField,
    typeof fieldText
  >,
)
export type SettingsForm = Partial<z.output<typeof settingsForm>>

/** All fields at their longest. */
const bodyLimit = 256 * 1024

const areaInPath = z.object({ area: z.enum(settingAreas, 'There are no settings of this name') })

const settingsField = z.object({
  field: z.enum(fieldNames),
  /** Empty for what is not set, for every secret, and for names of accounts that the environment sets or that are their own password. */
  value: z.string(),
  isSet: z.boolean(),
  /** What stands where it is not set. */
  fallback: z.string(),
  /** The variable of the environment that sets it: it can be changed there only. */
  lockedBy: z.string().nullable(),
  /** A secret that cannot be opened any more, and has to be entered again. */
  isLost: z.boolean(),
})
export type SettingsField = z.output<typeof settingsField>

export const settingsArea = z.object({
  area: z.enum(settingAreas),
  /** Whether there is a key to seal secrets with; without one none is taken. */
  keepsSecrets: z.boolean(),
  fields: z.array(settingsField),
})
export type SettingsArea = z.output<typeof settingsArea>

export const saveSettings = endpoint('PUT /api/admin/settings/:area', {
  access: 'admin',
  needsPassword: true,
  summary: 'Changes settings of an area, in effect on every node within a second.',
  params: areaInPath,
  bodyLimit,
  body: settingsForm.extend({
    /** An area's fields as they were read: those whose value differs are changed. */
    fields: z.array(settingsField.pick({ field: true, value: true })).optional(),
  }),
  reply: settingsArea,
})

/** One after the other; what comes after one that failed is not tried. */
const trySteps = [
  'entered',
  'address',
  'https',
  'proxy',
  'connect',
  'tls',
  'login',
  'mail',
  'folder',
  'write',
  'read',
  'remove',
  'token',
  'scope',
  'group',
  'addresses',
  'usage',
  'log',
] as const
export type TryStep = (typeof trySteps)[number]

/** All that a try answers: never in the words of whoever was called. */
const tryOutcomes = [
  'good',
  'without',
  'not_tried',
  'not_entered',
  'unknown_host',
  'refused',
  'no_answer',
  'forbidden_address',
  'no_tls',
  'other_security',
  'bad_certificate',
  'wrong_login',
  'login_needed',
  'sender_refused',
  'recipient_refused',
  'mail_refused',
  'not_allowed',
  'not_there',
  'other_region',
  'other_bytes',
  'no_space',
  'missing_scope',
  'too_many',
  'broken',
  'not_understood',
  'elsewhere',
  'this_machine',
  'open',
  'unbelieved',
] as const
export type TryOutcome = (typeof tryOutcomes)[number]

const triedStep = z.object({
  step: z.enum(trySteps),
  /** What it was about, such as a scope; empty otherwise. */
  about: z.string(),
  outcome: z.enum(tryOutcomes),
  isGood: z.boolean(),
  /** What that means and what to do. */
  message: z.string(),
})
export type TriedStep = z.output<typeof triedStep>

export const trySettings = endpoint('POST /api/admin/settings/:area/try', {
  access: 'admin',
  needsPassword: true,
  summary: 'Makes the real call with settings of an area as they are typed; saves nothing.',
  params: areaInPath,
  body: settingsForm.extend({
    /** Whom a mail is sent to; needed for mail alone. */
    to: email.optional(),
  }),
  bodyLimit,
  reply: z.object({ isGood: z.boolean(), steps: z.array(triedStep) }),
})
