import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { landingPaths } from '#shared/landing-paths.ts'

/** Specification, "Routes", in its order. Partner paths come from the site file at run time. */
export default [
  index('screens/landing/landing.tsx'),
  ...landingPaths.map((path) =>
    route(path.slice(1), 'screens/landing/landing.tsx', { id: path.slice(1) }),
  ),
  route(':partnerPath', 'screens/landing/landing.tsx', { id: 'partner' }),
  screen('events/:slug', 'event/event.tsx'),
  screen('register', 'register/register.tsx'),
  screen('notify', 'notify/notify.tsx'),
  route('members', 'screens/members/members.tsx'),
  screen('bulk-import', 'desk/imports/video-access/bulk-import.tsx'),
  screen('attendee-import', 'desk/imports/attendee-import.tsx'),
  // The organiser's wing: the specified dashboard, and a room for each subject beside it.
  layout('screens/desk/desk.tsx', { id: 'desk' }, [
    screen('admin', 'desk/dashboard/admin.tsx'),
    screen('admin/events', 'desk/events/events-room.tsx'),
    // One entry for its two pages: the front page loads the list of all of them.
    screen('admin/events/:eventId/questions?', 'desk/events/editor/admin-event.tsx'),
    screen('admin/people/:key?', 'desk/people/people-room.tsx'),
    screen('admin/messages', 'desk/messages/messages-room.tsx'),
    screen('admin/seats', 'desk/seats/seats-room.tsx'),
    screen('admin/mailing-list', 'desk/mailing-list/mailing-list-room.tsx'),
    screen('admin/imports', 'desk/imports/imports-room.tsx'),
    screen('admin/figures', 'desk/figures/figures-room.tsx'),
    screen('admin/log', 'desk/log/log-room.tsx'),
    screen('admin/settings', 'desk/settings/settings-room.tsx'),
  ]),
  screen('me', 'me/me.tsx'),
  // Where the links in mails lead. Specification, "Links in mails".
  screen('join/:token', 'join/join.tsx'),
  screen('crew/:token', 'crew/crew.tsx'),
  screen('confirm-seat/:token', 'confirm-seat/confirm-seat.tsx'),
  screen('enter/:token', 'enter/enter.tsx'),
  screen('unsubscribe/:token', 'unsubscribe/unsubscribe.tsx'),
  screen('resubscribe/:token', 'unsubscribe/resubscribe.tsx'),
  screen('*', 'not-found/not-found-route.tsx'),
] satisfies RouteConfig

/** Named by its path: the manifest, which the front page loads, says it once. */
function screen(path: string, file: string) {
  return route(path, `screens/${file}`, { id: path })
}
