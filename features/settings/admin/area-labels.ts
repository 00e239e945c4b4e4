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
    tries: 'Compares the public address with the address in your browser.',
  },
  mail: {
    title: 'Email',
    about: 'The server that sends confirmations, reminders and join links.',
    tries: 'Signs in to the mail server and sends a test email.',
  },
  bounces: {
    title: 'Bounced email',
    about:
      'The mailbox that receives bounced emails. Greenroom only reads it, to find addresses that no longer work.',
    tries: 'Signs in to the mailbox and opens the folder.',
  },
  backups: {
    title: 'Backups',
    about: 'Where the daily backup is stored, ideally on another server.',
    tries: 'Writes, reads and deletes a small file where backups are stored.',
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
    about: 'How long data is kept. Older data is deleted automatically.',
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
  ['tls', 'TLS (also called SSL)'],
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
    about: 'Default: 465 with TLS, 587 with STARTTLS.',
    inputMode: 'numeric',
  },
  'SMTP_URL.security': {
    label: 'Security',
    about: 'See the help page of your email provider: often STARTTLS.',
    choices: securities,
    isNeeded: true,
  },
  'SMTP_URL.user': { label: 'Username' },
  'SMTP_URL.password': { label: 'Password' },
  SMTP_REQUIRE_TLS: {
    label: 'If the server has no encryption (TLS)',
    choices: [
      ['on', 'Do not send emails'],
      ['off', 'Send emails unencrypted'],
    ],
    about: 'A mail server on the same machine needs no TLS.',
    isNeeded: true,
  },
  MAIL_FROM: {
    label: 'Sender',
    about: 'Most mail servers only accept an address that belongs to the username above.',
    placeholder: 'Our Series <hello@example.org>',
  },
  MAIL_REPLY_TO: {
    label: 'Reply-to',
    about: 'Receives replies to emails. Default: the sender.',
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
    about: 'Default: 993 with TLS, 143 with STARTTLS.',
    inputMode: 'numeric',
  },
  'BOUNCE_IMAP_URL.security': { label: 'Security', choices: securities, isNeeded: true },
  'BOUNCE_IMAP_URL.user': { label: 'Username', isNeeded: true },
  'BOUNCE_IMAP_URL.password': { label: 'Password', isNeeded: true },
  'BOUNCE_IMAP_URL.folder': { label: 'Folder' },
  BACKUP_URL: {
    label: 'Folder or S3 bucket',
    about: 's3://bucket/folder, or a folder name inside the data folder, e.g. backups.',
    placeholder: 's3://copies/interviews',
    isNeeded: true,
  },
  BACKUP_S3_ENDPOINT: {
    label: 'Storage address',
    about: 'Only for S3 storage of another provider than Amazon.',
    placeholder: 'https://s3.example.org',
    inputMode: 'url',
  },
  BACKUP_S3_REGION: { label: 'Region' },
  BACKUP_S3_KEY_ID: { label: 'Access key ID', about: 'Only for S3 storage.' },
  BACKUP_S3_SECRET: { label: 'Secret access key', about: 'Only for S3 storage.' },
  BACKUP_KEY: {
    label: 'Encryption key',
    about:
      'Begins with AGE-SECRET-KEY-1. Store it elsewhere too: without it, backups cannot be read.',
  },
  ZOOM_ACCOUNT_ID: {
    label: 'Account ID',
    about: 'Shown in your Zoom app under App credentials.',
    isNeeded: true,
  },
  ZOOM_CLIENT_ID: {
    label: 'Client ID',
    about: 'Shown in your Zoom app under App credentials.',
    isNeeded: true,
  },
  ZOOM_CLIENT_SECRET: {
    label: 'Client secret',
    about: 'Shown in your Zoom app under App credentials.',
    isNeeded: true,
  },
  ZOOM_WEBHOOK_SECRET: {
    label: 'Secret token',
    about: 'Shown in your Zoom app under Feature.',
    isNeeded: true,
  },
  MAILERLITE_API_KEY: {
    label: 'API key',
    about: 'Shown in MailerLite under Integrations, API.',
    isNeeded: true,
  },
  MAILERLITE_GROUP_ID: {
    label: 'Group number',
    about:
      'The MailerLite group for all subscribers. The number is in the web address of the group.',
    inputMode: 'numeric',
  },
  MAILERLITE_WEBHOOK_SECRET: {
    label: 'Webhook secret',
    about: 'Secret of the MailerLite webhook that calls /api/webhooks/mailerlite.',
    isNeeded: true,
  },
  KEEP_ADDRESSES_DAYS: {
    label: 'Days to keep IP addresses of visitors',
    about: 'Default: 30.',
    inputMode: 'numeric',
    isNeeded: true,
  },
  KEEP_USAGE_MONTHS: {
    label: 'Months to keep single library visits',
    about: 'Default: 24. Afterwards the statistics keep totals only.',
    inputMode: 'numeric',
    isNeeded: true,
  },
  KEEP_AUDIT_MONTHS: {
    label: 'Months to keep the activity log',
    about: 'Default: 24.',
    inputMode: 'numeric',
    isNeeded: true,
  },
  COUNT_VIEWS: {
    label: 'Page views',
    choices: [
      ['on', 'Count them'],
      ['off', 'Do not count them'],
    ],
    about: 'Counted for the statistics, without cookies or IP addresses.',
    isNeeded: true,
  },
}

export const stepNames: Record<TryStep, string> = {
  entered: 'Check the settings',
  address: 'Compare the address',
  https: 'Check https',
  proxy: 'Check the proxy',
  connect: 'Connect to the server',
  tls: 'Check TLS encryption',
  login: 'Sign in',
  mail: 'Send a test email',
  folder: 'Open the folder',
  write: 'Write a test file',
  read: 'Read the test file',
  remove: 'Delete the test file',
  token: 'Sign in',
  scope: 'Check permissions',
  group: 'Find the group',
  addresses: 'Old IP addresses',
  usage: 'Old library visits',
  log: 'Old activity log entries',
}
