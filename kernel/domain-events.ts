/**
 * Types of domain events: recorded facts, such as 'event moved', to which features react.
 * platform/domain-events/consumers.ts lists the consumers.
 */
export const domainEventTypes = [
  'registration.created',
  'registration.upgraded',
  'registration.cancelled',
  'person.unsubscribed',
  'person.resubscribed',
  'person.corrected',
  'person.merged',
  'person.erased',
  'event.published',
  'event.changed',
  'event.moved',
  'event.cancelled',
  'event.restored',
  'event.completed',
  'event.deleted',
  'event.live_changed',
  'event.seats_changed',
  'event.started',
  'event.ended',
  'recording.ready',
  'recording.withdrawn',
  'transcript.published',
  'transcript.withdrawn',
  'attendance.ready',
  'quote.published',
  'quote.withdrawn',
  'import.settled',
  'site.published',
  'settings.changed',
] as const
export type DomainEventType = (typeof domainEventTypes)[number]

/**
 * Who or what caused a domain event. `program`: a call by API key. `terminal`: a command of an operator.
 * `clock`: the passing of time, such as the start of an event.
 */
export const domainEventCauses = [
  'administrator',
  'person',
  'program',
  'import',
  'provider',
  'terminal',
  'clock',
] as const
export type DomainEventCause = (typeof domainEventCauses)[number]
