/** The settings that administrators can change, by area of the admin area. */

/**
 * Fields by the environment variable that they set; a URL with a password has several fields, named after a
 * dot. Settings that are not listed can only be set in the environment.
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
  retention: ['KEEP_ADDRESSES_DAYS', 'KEEP_USAGE_MONTHS', 'KEEP_AUDIT_MONTHS'],
} as const

export type SettingArea = keyof typeof liveSettings
export type SettingField = (typeof liveSettings)[SettingArea][number]
type SettingOf<Field> = Field extends `${infer Name}.${string}` ? Name : Field
export type LiveSettingName = SettingOf<SettingField>

export const settingAreas = Object.keys(liveSettings) as [SettingArea, ...SettingArea[]]

/** Returns `SMTP_URL` for `SMTP_URL.host`. */
export function settingOf(field: SettingField): LiveSettingName {
  return field.split('.', 1)[0] as LiveSettingName
}

/**
 * Secrets, which no call returns, with the fields that decide where or how each is sent. If one of those
 * changes, the secret must be entered again, so that it cannot be redirected. The account is last.
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
