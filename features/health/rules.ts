/** Labels of all health checks, in the order in which they are displayed. */
export const checkNames = {
  settings: 'Settings',
  site: 'Web server',
  folder: 'Data folder',
  space: 'Disk space',
  clock: 'Server clock',
  database: 'Database',
  migrations: 'Database tables',
  connections: 'Database connections',
  replicas: 'Database replicas',
  listening: 'Messages between servers',
  queue: 'Waiting tasks',
  jobs: 'Failed tasks',
  mails: 'Emails',
  mail_server: 'Mail server',
  mailbox: 'Bounced email',
  dns: 'DNS records of the sender',
  spf: 'SPF record of the sender',
  dkim: 'DKIM key of the sender',
  dmarc: 'DMARC policy of the sender',
  address: 'Public address',
  certificate: 'https certificate',
  proxy: 'Proxy',
  seats: 'Zoom registrations',
  backups: 'Backups',
} as const

export type HealthCheck = keyof typeof checkNames

export const healthChecks = Object.keys(checkNames) as [HealthCheck, ...HealthCheck[]]

/** States of a health check. Green: good. Yellow: not set up, or to be looked at. Red: to be fixed now. */
export const healthStates = ['green', 'yellow', 'red'] as const
export type HealthState = (typeof healthStates)[number]
