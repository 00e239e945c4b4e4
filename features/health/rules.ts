/** All checks in display order, with their labels. */
export const checkNames = {
  settings: 'Settings',
  site: 'Site',
  folder: 'Data folder',
  space: 'Space',
  clock: 'Clock',
  database: 'Database',
  migrations: 'Tables',
  connections: 'Connections',
  replicas: 'Replicas',
  listening: 'Changes of other nodes',
  queue: 'Queue',
  jobs: 'Failed work',
  mails: 'Mails',
  mail_server: 'Mail server',
  mailbox: 'Bounced email',
  dns: 'Name server',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  address: 'Public address',
  certificate: 'Certificate',
  proxy: 'Proxy',
  seats: 'Seats in Zoom',
  backups: 'Backups',
} as const

export type HealthCheck = keyof typeof checkNames

export const healthChecks = Object.keys(checkNames) as [HealthCheck, ...HealthCheck[]]

/** Green: fine. Yellow: to be checked, or not set up. Red: to be fixed now. */
export const healthStates = ['green', 'yellow', 'red'] as const
export type HealthState = (typeof healthStates)[number]
