/** Tabs of an event's page, in order; the tab Overview has the page's own path. */
export const eventTabs = [
  { path: '', name: 'Overview' },
  { path: 'details', name: 'Details' },
  { path: 'people', name: 'People' },
  { path: 'email', name: 'Email' },
  { path: 'questions', name: 'Questions' },
  { path: 'recording', name: 'Recording' },
  { path: 'results', name: 'Results' },
] as const

export type EventTab = (typeof eventTabs)[number]['path']

/** Returns the path of a tab, such as `/admin/events/12/people`. */
export function eventTabPath(eventId: number, tab: EventTab = ''): string {
  return `/admin/events/${eventId}${tab && `/${tab}`}`
}

const tabsOfParts: Record<string, EventTab> = {
  crew: 'people',
  transcript: 'recording',
  videoUrl: 'recording',
  recordingReady: 'recording',
}

/**
 * Returns the path of the admin page with this field or part of the event, with its element id as fragment, such as
 * `#bannerImage`.
 */
export function eventPartPath(eventId: number, part: string): string {
  return `${eventTabPath(eventId, tabsOfParts[part] ?? 'details')}#${part}`
}
