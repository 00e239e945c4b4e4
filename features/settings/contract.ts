import { z } from 'zod'
import { liveSettings, settingAreas, type SettingField } from '#kernel/live-settings.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { email } from '#kernel/fields.ts'

/** Maximum number of characters in a field; more than any URL, key or password has. */
const longest = 2000

const fieldText = z
  .string({ error: 'Must be text' })
  .max(longest, `May have at most ${longest} characters`)
  // Passwords may begin or end with a space. Control characters and unpaired surrogates are rejected, because values
  // can be written to mail headers.
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]*$/u, 'Must be one line, without control characters')
  .nullish()

const allFields: SettingField[] = Object.values(liveSettings).flat()
const fieldNames = allFields as [SettingField, ...SettingField[]]

/**
 * Fields of an area to change. A field that is absent, and a secret that is empty, stay unchanged. Null, or an empty
 * text in other fields, removes the setting.
 */
const settingsForm = z.object(
  Object.fromEntries(allFields.map((field) => [field, fieldText])) as Record<
    SettingField,
    typeof fieldText
  >,
)
export type SettingsForm = Partial<z.output<typeof settingsForm>>

/** Maximum size of a request in bytes: all fields at their maximum length. */
const bodyLimit = 256 * 1024

const areaInPath = z.object({ area: z.enum(settingAreas, 'There are no settings of this name') })

const settingsField = z.object({
  field: z.enum(fieldNames),
  /**
   * The saved value. Empty if there is none, for secrets, and for account names that the environment sets or that
   * equal their password.
   */
  value: z.string(),
  isSet: z.boolean(),
  /** Default value, which applies while the setting has none. */
  fallback: z.string(),
  /** Name of the environment variable that sets the value, which then cannot be changed here; null otherwise. */
  lockedBy: z.string().nullable(),
  /** True for a saved secret that can no longer be decrypted, so that it must be entered again. */
  isLost: z.boolean(),
})
export type SettingsField = z.output<typeof settingsField>

export const settingsArea = z.object({
  area: z.enum(settingAreas),
  /** True if there is a key to encrypt secrets with; otherwise secrets cannot be saved. */
  keepsSecrets: z.boolean(),
  fields: z.array(settingsField),
})
export type SettingsArea = z.output<typeof settingsArea>

export const saveSettings = endpoint('PUT /api/admin/settings/:area', {
  access: 'owner',
  needsPassword: true,
  summary: 'Changes settings of an area, in effect on every node within a second.',
  params: areaInPath,
  bodyLimit,
  body: settingsForm.extend({
    /** The area's fields as the client last read them. Only fields with a different value in the request change. */
    fields: z.array(settingsField.pick({ field: true, value: true })).optional(),
  }),
  reply: settingsArea,
})

/** Steps of a settings test in order; the steps after a failed one are skipped. */
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

/** Results of one step of a settings test. Replies contain these codes, never error messages of the tested server. */
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
  /** The part that the result is about if the step tests several, such as one permission; otherwise empty. */
  about: z.string(),
  outcome: z.enum(tryOutcomes),
  isGood: z.boolean(),
  /** Sentence that explains the step's result and what to do. */
  message: z.string(),
})
export type TriedStep = z.output<typeof triedStep>

export const trySettings = endpoint('POST /api/admin/settings/:area/try', {
  access: 'owner',
  needsPassword: true,
  summary: 'Tests unsaved settings of an area by a real call; saves nothing.',
  params: areaInPath,
  body: settingsForm.extend({
    /** Recipient of the test mail; only for the area `mail`. */
    to: email.optional(),
  }),
  bodyLimit,
  reply: z.object({ isGood: z.boolean(), steps: z.array(triedStep) }),
})
