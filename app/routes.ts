import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { landingPaths } from '#kernel/front-page.ts'
import { ownPages } from '#kernel/site.ts'

/** The routes of all pages. Partner paths are defined in the site's content and matched at run time. */
export default [
  index('front-page/front-page.tsx'),
  ...landingPaths.map((path) =>
    route(path.slice(1), 'front-page/front-page.tsx', { id: path.slice(1) }),
  ),
  route(':partnerPath', 'front-page/front-page.tsx', { id: 'partner' }),
  ...ownPages.map((page) => screen(page, '../features/site/public/own-page.tsx')),
  screen('events', 'events-page/events-page.tsx'),
  screen('events/:slug', 'event-page/event-page.tsx'),
  screen('events/:slug/time', 'event-page/event-time.tsx'),
  screen('register', '../features/registrations/public/register.tsx'),
  screen('notify', '../features/registrations/public/notify.tsx'),
  route('members', 'library/members.tsx'),
  screen('bulk-import', 'admin-frame/bulk-import.tsx'),
  screen('attendee-import', 'admin-frame/attendee-import.tsx'),
  // The admin area; its navigation is in app/admin-frame/admin-entries.ts.
  layout('admin-frame/admin-layout.tsx', { id: 'admin-area' }, [
    screen('admin', '../features/reports/admin/dashboard.tsx'),
    screen('admin/events', '../features/events/admin/event-list.tsx'),
    // One route for all tabs of an event, because the front page loads the manifest of all routes.
    screen('admin/events/:eventId/:tab?', 'event-editor/event-editor.tsx'),
    screen('admin/people/:key?', 'admin-frame/people-page.tsx'),
    screen('admin/email/:part?/:kind?', 'admin-frame/email-page.tsx'),
    screen('admin/statistics', 'admin-frame/statistics-page.tsx'),
    screen('admin/site', '../features/site/admin/site-page.tsx'),
    screen('admin/setup/:step?', 'set-up/set-up.tsx'),
    screen('admin/settings/:part?', 'admin-frame/settings-page.tsx'),
  ]),
  screen('me', '../features/account/public/account-page.tsx'),
  // Pages that links in mails open.
  screen('join/:token', 'join-page.tsx'),
  screen('answers/:token', '../features/feedback/public/answer-page.tsx'),
  screen('crew/:token', '../features/crew/public/crew-page.tsx'),
  screen('interest/:token', '../features/registrations/public/interest.tsx'),
  screen('every-event/:token', '../features/series-registrations/public/series-page.tsx'),
  screen('confirm-seat/:token', '../features/registrations/public/confirm-registration.tsx'),
  screen('partner-numbers/:token', '../features/partner-links/public/partner-numbers.tsx'),
  screen('enter/:token', '../features/sign-in/public/enter.tsx'),
  screen('unsubscribe/:token', '../features/mails/public/unsubscribe.tsx'),
  screen('resubscribe/:token', '../features/mails/public/resubscribe.tsx'),
  // A page for developers, in development only. Its path cannot conflict with a partner path, because no partner path
  // begins with an underscore.
  ...(import.meta.env.DEV ? [screen('_gallery', 'gallery/gallery.tsx')] : []),
  screen('*', 'not-found/not-found-route.tsx'),
] satisfies RouteConfig

/**
 * Returns a route whose id is its path, so that the route manifest, which the front page loads, contains the path
 * once.
 */
function screen(path: string, file: string) {
  return route(path, file, { id: path })
}
