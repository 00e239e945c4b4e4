import type { ServiceName } from '#features/administrators/rules.ts'
import type { LiveSettings } from '#platform/settings/config.ts'

type Moved = {
  to: string
  /** The tab of the event's page to which the URL redirects if the URL contains an event id (`?eventId=`). */
  tab?: 'people' | 'email' | 'results'
  /**
   * The external service that the new page needs. While the service is not connected, the former URL redirects to the
   * settings page.
   */
  needs?: Extract<ServiceName, keyof LiveSettings>
}

/**
 * Former paths of the admin area with their new paths. A last `*` stands for one segment, which the new path
 * keeps.
 */
export const movedPages: Record<string, Moved> = {
  '/admin/messages': { to: '/admin/email/sent', tab: 'email' },
  '/admin/messages/texts': { to: '/admin/email/wording' },
  '/admin/messages/texts/*': { to: '/admin/email/wording/*' },
  '/admin/announcements': { to: '/admin/email', tab: 'email' },
  '/admin/announcements/*': { to: '/admin/email/*' },
  '/admin/seats': { to: '/admin/people/zoom', tab: 'people', needs: 'zoom' },
  '/admin/mailing-list': { to: '/admin/people/mailerlite', needs: 'mailerlite' },
  '/admin/imports': { to: '/admin/people/imports', tab: 'people' },
  '/admin/figures': { to: '/admin/statistics', tab: 'results' },
  '/admin/log': { to: '/admin/settings/log' },
  '/admin/integrations': { to: '/admin/settings/webhooks' },
  '/admin/integrations/keys': { to: '/admin/settings/api-keys' },
}

/** Returns the redirect of a former URL of the admin area, with its query; undefined for every other URL. */
export function findMovedPage({ pathname, searchParams }: URL, settings: LiveSettings) {
  const parts = pathname.split('/').filter(Boolean)
  const [first, second] = parts.map((part) => part.toLowerCase())
  if (first !== 'admin' || second === undefined) return undefined
  const path = `/${parts.join('/')}`
  const last = parts.at(-1)!
  const exact = movedPages[path.toLowerCase()]
  const moved = exact ?? movedPages[`/${parts.slice(0, -1).join('/')}/*`.toLowerCase()]
  if (!moved) return undefined
  const query = new URLSearchParams(searchParams)
  const eventId = query.get('eventId') ?? ''
  if (moved.tab && /^[1-9]\d{0,9}$/.test(eventId)) {
    query.delete('eventId')
    return { location: write(`/admin/events/${eventId}/${moved.tab}`, query), status: 308 }
  }
  // Redirect temporarily, because an administrator may connect the external service later.
  if (moved.needs && !settings[moved.needs]) return { location: '/admin/settings', status: 302 }
  const location = write(exact ? moved.to : moved.to.replace('*', () => last), query)
  return { location, status: moved.needs ? 302 : 308 }
}

function write(path: string, query: URLSearchParams) {
  return query.size > 0 ? `${path}?${query}` : path
}
