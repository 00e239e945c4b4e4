import type { TryStep } from '#features/settings/contract.ts'
import type { SettingArea, SettingField } from '#kernel/live-settings.ts'

type AreaLabels = {
  title: string
  about: string
  tries: string
}

export const areaLabels: Record<SettingArea, AreaLabels> = {
  address: {
    title: 'Public address',
    about: 'The web address of the site, used in emails, link previews and calendars.',
    tries: 'Compares it with the address in your browser.',
  },
  mail: {
    title: 'Email',
    about: 'The server that sends confirmations, reminders and join links.',
    tries: 'Connects, signs in and sends a test email.',
  },
  bounces: {
    title: 'Bounced email',
    about:
      'The mailbox that receives bounced emails. Greenroom only reads it, to find addresses that no longer work.',
    tries: 'Signs in and opens the folder.',
  },
  backups: {
    title: 'Backups',
    about: 'Where the daily backup is stored, ideally on another server.',
    tries: 'Writes, reads and deletes a small file there.',
  },
  zoom: {
    title: 'Zoom',
    about:
      'A Server-to-Server OAuth app in your Zoom account. It registers people for your webinars.',
    tries: 'Signs in to Zoom and checks the permissions.',
  },
  mailerlite: {
    title: 'MailerLite',
    about: 'Adds people who agreed to updates as subscribers.',
    tries: 'Loads your groups from MailerLite.',
  },
  retention: {
    title: 'Data retention',
    about: 'Older data is deleted automatically.',
    tries: 'Counts the data that would be deleted now.',
  },
}

type FieldLabels = {
  label: string
  about?: string
  placeholder?: string
  /** True if the feature that these settings configure, such as mail, does not work without this setting. */
  isNeeded?: boolean
  choices?: [value: string, label: string][]
  inputMode?: 'numeric' | 'email' | 'url'
}

const securities: FieldLabels['choices'] = [
  ['tls', 'TLS from the start'],
  ['starttls', 'STARTTLS'],
]

/** Label and help text of each field, in the order of `liveSettings`. */
export const fieldLabels: Record<SettingField, FieldLabels> = {
  PUBLIC_URL: {
    label: 'Public address',
    placeholder: 'https://interviews.example.org',
    inputMode: 'url',
    isNeeded: true,
  },
  'SMTP_URL.host': { label: 'Server', placeholder: 'mail.example.org', isNeeded: true },
  'SMTP_URL.port': {
    label: 'Port',
    about: 'Empty: 465 with TLS, 587 with STARTTLS.',
    inputMode: 'numeric',
  },
  'SMTP_URL.security': {
    label: 'Security',
    about: "Use what your email provider's help page names, often STARTTLS.",
    choices: securities,
    isNeeded: true,
  },
  'SMTP_URL.user': { label: 'User' },
  'SMTP_URL.password': { label: 'Password' },
  SMTP_REQUIRE_TLS: {
    label: 'If the server has no encryption (TLS)',
    choices: [
      ['on', 'Do not send'],
      ['off', 'Send unencrypted'],
    ],
    about: 'A mail server on the same machine needs no TLS.',
    isNeeded: true,
  },
  MAIL_FROM: {
    label: 'Sender',
    about: 'Most mail servers only accept an address of the user above.',
    placeholder: 'Our Series <hello@example.org>',
  },
  MAIL_REPLY_TO: {
    label: 'Reply-to',
    about: 'Default: the sender.',
    placeholder: 'hello@example.org',
    inputMode: 'email',
  },
  MAIL_PER_SECOND: {
    label: 'Announcement emails per second',
    about: 'Default: 10. Other emails are sent immediately.',
    inputMode: 'numeric',
  },
  'BOUNCE_IMAP_URL.host': { label: 'Server', placeholder: 'imap.example.org', isNeeded: true },
  'BOUNCE_IMAP_URL.port': {
    label: 'Port',
    about: 'Empty: 993 with TLS, 143 with STARTTLS.',
    inputMode: 'numeric',
  },
  'BOUNCE_IMAP_URL.security': { label: 'Security', choices: securities, isNeeded: true },
  'BOUNCE_IMAP_URL.user': { label: 'User', isNeeded: true },
  'BOUNCE_IMAP_URL.password': { label: 'Password', isNeeded: true },
  'BOUNCE_IMAP_URL.folder': { label: 'Folder' },
  BACKUP_URL: {
    label: 'Folder or bucket',
    about: 's3://bucket/folder, or a folder name inside the data folder, e.g. backups.',
    placeholder: 's3://copies/interviews',
    isNeeded: true,
  },
  BACKUP_S3_ENDPOINT: {
    label: 'Storage address',
    about: 'Only for storage that is not Amazon S3.',
    placeholder: 'https://s3.example.org',
    inputMode: 'url',
  },
  BACKUP_S3_REGION: { label: 'Region' },
  BACKUP_S3_KEY_ID: { label: 'Access key id', about: 'Only for S3 storage.' },
  BACKUP_S3_SECRET: { label: 'Secret access key', about: 'Only for S3 storage.' },
  BACKUP_KEY: {
    label: 'Encryption key',
    about:
      'Begins with AGE-SECRET-KEY-1. Store it elsewhere too: without it, backups cannot be read.',
  },
  ZOOM_ACCOUNT_ID: { label: 'Account ID', about: 'In Zoom under App credentials.', isNeeded: true },
  ZOOM_CLIENT_ID: { label: 'Client ID', about: 'In Zoom under App credentials.', isNeeded: true },
  ZOOM_CLIENT_SECRET: {
    label: 'Client secret',
    about: 'In Zoom under App credentials.',
    isNeeded: true,
  },
  ZOOM_WEBHOOK_SECRET: { label: 'Secret token', about: 'In Zoom under Feature.', isNeeded: true },
  MAILERLITE_API_KEY: {
    label: 'API key',
    about: 'In MailerLite under Integrations, API.',
    isNeeded: true,
  },
  MAILERLITE_GROUP_ID: {
    label: 'Group number',
    about: 'Optional. A group for all subscribers; its number is in the web address of the group.',
    inputMode: 'numeric',
  },
  MAILERLITE_WEBHOOK_SECRET: {
    label: 'Webhook secret',
    about: 'Secret of the MailerLite webhook that calls /api/webhooks/mailerlite.',
    isNeeded: true,
  },
  KEEP_ADDRESSES_DAYS: {
    label: 'Days to keep IP addresses of visitors',
    inputMode: 'numeric',
    isNeeded: true,
  },
  KEEP_USAGE_MONTHS: {
    label: 'Months to keep single library visits',
    about: 'Statistics keep the totals.',
    inputMode: 'numeric',
    isNeeded: true,
  },
  KEEP_AUDIT_MONTHS: {
    label: 'Months to keep the activity log',
    inputMode: 'numeric',
    isNeeded: true,
  },
}

export const stepNames: Record<TryStep, string> = {
  entered: 'Settings',
  address: 'Address',
  https: 'https',
  proxy: 'Proxy',
  connect: 'Connect',
  tls: 'TLS',
  login: 'Sign in',
  mail: 'Test email',
  folder: 'Folder',
  write: 'Write test file',
  read: 'Read test file',
  remove: 'Delete test file',
  token: 'Access',
  scope: 'Permission',
  group: 'Group',
  addresses: 'IP addresses',
  usage: 'Library visits',
  log: 'Activity log',
}
