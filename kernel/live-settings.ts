/** The settings that administrators can change, by section of the settings page. */

/**
 * Form fields of the settings, each named after the environment variable of the same setting. A URL that
 * contains a password has several fields, whose names end in a dot and a part, such as `SMTP_URL.host`.
 * Settings that are not listed can only be set in the environment.
 */
export const liveSettings = {
  address: ['PUBLIC_URL'],
  mail: [
    'SMTP_URL.host',
    'SMTP_URL.port',
    'SMTP_URL.security',
    'SMTP_URL.user',
    'SMTP_URL.password',
    'SMTP_REQUIRE_TLS',
    'MAIL_FROM',
    'MAIL_REPLY_TO',
    'MAIL_PER_SECOND',
  ],
  bounces: [
    'BOUNCE_IMAP_URL.host',
    'BOUNCE_IMAP_URL.port',
    'BOUNCE_IMAP_URL.security',
    'BOUNCE_IMAP_URL.user',
    'BOUNCE_IMAP_URL.password',
    'BOUNCE_IMAP_URL.folder',
  ],
  backups: [
    'BACKUP_URL',
    'BACKUP_S3_ENDPOINT',
    'BACKUP_S3_REGION',
    'BACKUP_S3_KEY_ID',
    'BACKUP_S3_SECRET',
    'BACKUP_KEY',
  ],
  zoom: ['ZOOM_ACCOUNT_ID', 'ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET', 'ZOOM_WEBHOOK_SECRET'],
  mailerlite: ['MAILERLITE_API_KEY', 'MAILERLITE_GROUP_ID', 'MAILERLITE_WEBHOOK_SECRET'],
  retention: ['KEEP_ADDRESSES_DAYS', 'KEEP_USAGE_MONTHS', 'KEEP_AUDIT_MONTHS', 'COUNT_VIEWS'],
} as const

export type SettingArea = keyof typeof liveSettings
export type SettingField = (typeof liveSettings)[SettingArea][number]
type SettingOf<Field> = Field extends `${infer Name}.${string}` ? Name : Field
export type LiveSettingName = SettingOf<SettingField>

export const settingAreas = Object.keys(liveSettings) as [SettingArea, ...SettingArea[]]

/** Returns the setting to which a form field belongs: `SMTP_URL` for `SMTP_URL.host`. */
export function settingOf(field: SettingField): LiveSettingName {
  return field.split('.', 1)[0] as LiveSettingName
}

/**
 * Secret settings, which no response contains, each with the settings that decide where and how the server
 * sends the secret. If one of those changes, the administrator must enter the secret again, so that it is not
 * sent elsewhere. The last of those settings is the account; if it is removed, so is the secret.
 */
export const secretFields: Partial<Record<SettingField, readonly SettingField[]>> = {
  'SMTP_URL.password': [
    'SMTP_URL.host',
    'SMTP_URL.port',
    'SMTP_URL.security',
    'SMTP_REQUIRE_TLS',
    'SMTP_URL.user',
  ],
  'BOUNCE_IMAP_URL.password': [
    'BOUNCE_IMAP_URL.host',
    'BOUNCE_IMAP_URL.port',
    'BOUNCE_IMAP_URL.security',
    'BOUNCE_IMAP_URL.user',
  ],
  BACKUP_S3_SECRET: ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_REGION', 'BACKUP_S3_KEY_ID'],
  BACKUP_KEY: [],
  ZOOM_CLIENT_SECRET: ['ZOOM_ACCOUNT_ID', 'ZOOM_CLIENT_ID'],
  ZOOM_WEBHOOK_SECRET: ['ZOOM_ACCOUNT_ID', 'ZOOM_CLIENT_ID'],
  MAILERLITE_API_KEY: [],
  MAILERLITE_WEBHOOK_SECRET: [],
}

export function isSecretField(field: SettingField): boolean {
  return field in secretFields
}

/** Encryption of a connection to a mail server: implicit TLS or STARTTLS. */
export const lineSecurities = ['tls', 'starttls'] as const
