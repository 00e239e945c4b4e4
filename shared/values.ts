/** The enumerated values of stored fields. Specification, "Events". */

export const eventStatuses = ['pre_registration', 'upcoming', 'completed'] as const
export type EventStatus = (typeof eventStatuses)[number]

export const registrationTypes = ['pre_registration', 'confirmed'] as const
export type RegistrationType = (typeof registrationTypes)[number]

/** The source of a registration that was imported; the others are the main form's and those of landing paths. */
export const importSource = 'import'

export const accessTypes = ['page_visit', 'video_watch', 'login'] as const
export type AccessType = (typeof accessTypes)[number]

export const importKinds = ['attendees', 'video_access'] as const
export type ImportKind = (typeof importKinds)[number]

/** What can happen to a person. */
export const timelineEntries = [
  'registered',
  'imported',
  'access',
  'interested',
  'told',
  'waiting',
  'skipped',
  'failed',
  'bounced',
  'seat',
  'joined',
  'watched',
  'unsubscribed',
  'consent',
  'verified',
  'listed',
  'crew',
] as const

/** What the audit log tells of. */
export const auditActions = [
  'sign_in',
  'sign_in_failed',
  'event_created',
  'event_changed',
  'event_deleted',
  'picture_uploaded',
  'import',
  'import_undone',
  'sample_removed',
  'export',
  'restore',
  'administrator_added',
  'administrator_removed',
  'password_changed',
  'confirmations_sent',
  'mail_sent_again',
  'bounce_cleared',
  'seat_taken',
  'registration_cancelled',
  'person_unsubscribed',
  'person_erased',
  'person_changed',
  'person_merged',
  'person_exported',
  'transcript_given',
  'transcript_removed',
  'chapters_given',
  'crew_added',
  'crew_changed',
  'crew_removed',
] as const
export type AuditAction = (typeof auditActions)[number]
