/** Which of the two Zoom holds an event in. */
export const zoomKinds = ['webinar', 'meeting'] as const
export type ZoomKind = (typeof zoomKinds)[number]

/**
 * A webinar or meeting is one value wherever it is stored, compared and asked for: a webinar's number, or
 * `meeting:` and a meeting's. Only the client and the editor's fields take it apart.
 */
type ZoomRoom = { kind: ZoomKind; id: string }

const meeting = 'meeting:'

export function nameZoomRoom({ kind, id }: ZoomRoom): string {
  return kind === 'meeting' ? meeting + id : id
}

export function readZoomRoom(name: string): ZoomRoom {
  return name.startsWith(meeting)
    ? { kind: 'meeting', id: name.slice(meeting.length) }
    : { kind: 'webinar', id: name }
}

/** The fields of the editor; an event in neither has the kind that one is at first. */
export function presentZoomRoom(name: string | null) {
  const room = name === null ? undefined : readZoomRoom(name)
  return { webinarId: room?.id ?? null, webinarKind: room?.kind ?? ('webinar' as const) }
}

/** What an event is mapped to once these fields have changed; undefined where none did. */
export function zoomRoomAfter(
  before: string | null,
  {
    webinarId,
    webinarKind,
  }: { webinarId?: string | null | undefined; webinarKind?: ZoomKind | null | undefined },
): string | null | undefined {
  if (webinarId === undefined && !webinarKind) return undefined
  const old = presentZoomRoom(before)
  const id = webinarId === undefined ? old.webinarId : webinarId
  return id === null ? null : nameZoomRoom({ kind: webinarKind ?? old.webinarKind, id })
}

/** People paste the id as Zoom shows it, in groups: `812 3456 7890`. */
export function tidyWebinarId(webinarId: string): string {
  return webinarId.replaceAll(/[\s-]/g, '')
}
