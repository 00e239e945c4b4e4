import {
  CalendarDays,
  ChartColumn,
  Gauge,
  Globe,
  type LucideIcon,
  Send,
  Settings,
  Users,
} from 'lucide-react'
import type { ServiceName } from '#features/administrators/rules.ts'
import { type AdministratorRole, hasRightsOf } from '#kernel/administrator-roles.ts'

export type Section = {
  path: string
  name: string
  /** External service that must be configured; otherwise, the navigation does not show the section. */
  needs?: Extract<ServiceName, 'zoom' | 'mailerlite'>
  /** Lowest role that may use the page. */
  role?: AdministratorRole
}

export type Entry = {
  path: string
  name: string
  icon: LucideIcon
  /** On phones, an entry is in the bottom bar if true, otherwise in the sheet that the More button opens. */
  isInBar?: boolean
  /** Lowest role that may use the page. */
  role?: AdministratorRole
  sections?: Section[]
}

/** The navigation of the admin area, in its order. */
export const adminEntries: Entry[] = [
  { path: '/admin', name: 'Dashboard', icon: Gauge, isInBar: true },
  { path: '/admin/events', name: 'Events', icon: CalendarDays, isInBar: true },
  {
    path: '/admin/people',
    name: 'People',
    icon: Users,
    isInBar: true,
    sections: [
      { path: '/admin/people', name: 'Everyone' },
      { path: '/admin/people/imports', name: 'Imports', role: 'editor' },
      { path: '/admin/people/zoom', name: 'Zoom', needs: 'zoom' },
      { path: '/admin/people/mailerlite', name: 'MailerLite', needs: 'mailerlite' },
    ],
  },
  {
    path: '/admin/email',
    name: 'Email',
    icon: Send,
    isInBar: true,
    sections: [
      { path: '/admin/email', name: 'Announcements' },
      { path: '/admin/email/sent', name: 'Sent' },
      { path: '/admin/email/wording', name: 'Wording', role: 'editor' },
    ],
  },
  { path: '/admin/statistics', name: 'Statistics', icon: ChartColumn },
  { path: '/admin/site', name: 'Website', icon: Globe, role: 'editor' },
  {
    path: '/admin/settings',
    name: 'Settings',
    icon: Settings,
    sections: [
      { path: '/admin/settings', name: 'Connections', role: 'owner' },
      { path: '/admin/settings/events', name: 'Event defaults', role: 'editor' },
      { path: '/admin/settings/administrators', name: 'Administrators' },
      { path: '/admin/settings/health', name: 'Health' },
      { path: '/admin/settings/log', name: 'Activity log' },
      { path: '/admin/settings/webhooks', name: 'API & webhooks', role: 'owner' },
    ],
  },
]

/**
 * Returns the navigation entries that a role may use, each with the sections it may use. The link of an entry opens
 * its first section.
 */
export function listEntries(role: AdministratorRole): (Entry & { to: string })[] {
  const isAllowed = ({ role: needed = 'viewer' }: { role?: AdministratorRole }) =>
    hasRightsOf(role, needed)
  return adminEntries.filter(isAllowed).map((entry) => {
    const sections = entry.sections?.filter(isAllowed)
    return { ...entry, ...(sections && { sections }), to: sections?.[0]?.path ?? entry.path }
  })
}

/** Paths outside of `adminEntries`, each with the path of the section that is highlighted there. */
const elsewhere: Record<string, string> = {
  '/attendee-import': '/admin/people/imports',
  '/bulk-import': '/admin/people/imports',
  '/admin/setup': '/admin/settings',
  '/admin/settings/api-keys': '/admin/settings/webhooks',
}

function isBelow(path: string, pathname: string) {
  return pathname === path || pathname.startsWith(`${path}/`)
}

/** Returns the navigation entry of the admin area, and its section, to which the page at a path belongs. */
export function findPlace(pathname: string): { entry?: Entry; section?: Section } {
  const moved = Object.keys(elsewhere).find((path) => isBelow(path, pathname))
  const place = moved === undefined ? pathname : elsewhere[moved]!
  const isIn = ({ path }: { path: string }) =>
    path === '/admin' ? place === path : isBelow(path, place)
  const entry = adminEntries.find(isIn)
  // The path of an entry's first section is a prefix of its other sections' paths, so the last match is the most
  // specific.
  return { entry, section: entry?.sections?.findLast(isIn) }
}
