import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** Specification 2, "Route table", in its order. Partner paths come from the site file at run time. */
export default [
  index('screens/landing/landing.tsx'),
  route('go1', 'screens/landing/landing.tsx', { id: 'go1' }),
  route('next_event', 'screens/landing/landing.tsx', { id: 'next_event' }),
  route('next176', 'screens/landing/landing.tsx', { id: 'next176' }),
  route(':partnerPath', 'screens/landing/landing.tsx', { id: 'partner' }),
  route('members', 'screens/members/members.tsx'),
  route('bulk-import', 'screens/bulk-import/bulk-import.tsx'),
  route('attendee-import', 'screens/attendee-import/attendee-import.tsx'),
  route('admin', 'screens/admin/admin.tsx'),
  route('admin/events/:eventId', 'screens/admin-event/admin-event.tsx'),
  // Where the links in mails lead. decisions.md.
  route('join/:token', 'screens/join/join.tsx'),
  route('confirm-seat/:token', 'screens/confirm-seat/confirm-seat.tsx'),
  route('enter/:token', 'screens/enter/enter.tsx'),
  route('unsubscribe/:token', 'screens/unsubscribe/unsubscribe.tsx'),
  route('resubscribe/:token', 'screens/unsubscribe/resubscribe.tsx'),
  route('*', 'screens/not-found/not-found-route.tsx'),
] satisfies RouteConfig
