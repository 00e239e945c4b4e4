/** Which of the two Zoom holds an evening in, and how its calls name each. */
export const zoomKinds = ['webinar', 'meeting'] as const
export type ZoomKind = (typeof zoomKinds)[number]

/** A webinar or meeting, by its number as people enter it. */
export type ZoomRoom = { kind: ZoomKind; id: string }

/** People paste the id as Zoom shows it, in groups: `812 3456 7890`. */
export function tidyWebinarId(webinarId: string): string {
  return webinarId.replaceAll(/[\s-]/g, '')
}
