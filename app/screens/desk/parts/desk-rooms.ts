/** The rooms of the admin area in the order in which they are led to. */
export const adminRooms = [
  { path: '/admin', name: 'Dashboard' },
  { path: '/admin/events', name: 'Events' },
  { path: '/admin/people', name: 'People' },
  { path: '/admin/messages', name: 'Messages' },
  { path: '/admin/seats', name: 'Seats' },
  { path: '/admin/mailing-list', name: 'Mailing list' },
  { path: '/admin/imports', name: 'Imports' },
  { path: '/admin/figures', name: 'Figures' },
  { path: '/admin/log', name: 'Log' },
  { path: '/admin/settings', name: 'Settings' },
]

/** The two imports have addresses of their own, outside the room that they belong to. */
const elsewhere: Record<string, string> = {
  '/attendee-import': '/admin/imports',
  '/bulk-import': '/admin/imports',
}

/** Whether a page belongs to the room at a path: its own, or one below it. */
export function isInRoom(path: string, pathname: string): boolean {
  if (path === '/admin') return pathname === path
  return elsewhere[pathname] === path || pathname === path || pathname.startsWith(`${path}/`)
}

/** Where the sections of the admin area went that were parts of one page: by their `#` of old. */
export const movedSections: Record<string, string> = {
  events: '/admin/events',
  figures: '/admin/figures',
  messages: '/admin/messages',
  seats: '/admin/seats',
  'mailing-list': '/admin/mailing-list',
  imports: '/admin/imports',
  copies: '/admin/settings#copies',
  log: '/admin/log',
}
