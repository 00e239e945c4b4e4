/**
 * `waiting`: in the queue, between two tries or for its event's date. `pending`: the webinar's host has
 * yet to approve it. `withdrawn`: cancelled or denied at the provider.
 */
export const webinarSeatStates = ['waiting', 'seated', 'pending', 'failed', 'withdrawn'] as const
export type WebinarSeatState = (typeof webinarSeatStates)[number]
