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

/** `held`: waits for its two minutes after a save. `gone`: planned. `stopped`: never planned again. */
export const heldMailStates = ['held', 'gone', 'stopped'] as const

/** The steps of the set-up, in their order. */
export const setupSteps = [
  'series',
  'look',
  'address',
  'mail',
  'privacy',
  'copies',
  'event',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** What administrators said of it: a step's name says that it is skipped. */
export const setupMarks = ['opened', 'dismissed', ...setupSteps] as const
export type SetupMark = (typeof setupMarks)[number]

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
  'setup_marked',
  'copy_asked',
  'site_saved',
  'site_published',
  'site_restored',
  'site_imported',
  'export',
  'restore',
  'key_rotated',
  'administrator_added',
  'administrator_removed',
  'password_changed',
  'password_reset',
  'invitation_sent_again',
  'invitation_accepted',
  'recovery_email_changed',
  'factor_set',
  'factor_removed',
  'recovery_code_used',
  'confirmations_sent',
  'mail_sent_again',
  'mails_stopped',
  'mails_sent_now',
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
  'settings_changed',
  'settings_tried',
  'announcement_created',
  'announcement_changed',
  'announcement_deleted',
  'announcement_tested',
  'announcement_approved',
  'announcement_stopped',
  'announcement_resumed',
  'announcement_retried',
  'api_key_created',
  'api_key_removed',
  'webhook_added',
  'webhook_changed',
  'webhook_removed',
  'webhook_switched_on',
  'webhook_switched_off',
  'webhook_secret_rotated',
  'webhook_tested',
  'webhook_sent_again',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Who holds an event. They are no registrants: no figure counts them. Specification, "Crew". */

export const crewRoles = ['host', 'guest', 'producer'] as const
export type CrewRole = (typeof crewRoles)[number]

/**
 * `waiting`: in the queue, between two tries or for its event's date. `pending`: the webinar's host has
 * yet to approve it. `withdrawn`: cancelled or denied at the provider.
 */
export const webinarSeatStates = ['waiting', 'seated', 'pending', 'failed', 'withdrawn'] as const
export type WebinarSeatState = (typeof webinarSeatStates)[number]

/**
 * `told`: heard from the provider while it happened. `reported`: from its report afterwards, which counts
 * alone where there is one.
 */
export const markSources = ['told', 'reported'] as const

/** `waiting`: asked for, or about to be. `failed`: none will come by itself. */
export const reportStates = ['waiting', 'ready', 'failed'] as const
export type ReportState = (typeof reportStates)[number]

/** By what the numbers of an event are known: the least certain comes last. */
export const attendanceWays = ['report', 'webinar', 'links'] as const

/** Which of the two Zoom holds an event in. */
export const zoomKinds = ['webinar', 'meeting'] as const
export type ZoomKind = (typeof zoomKinds)[number]

/**
 * `open`: nobody has done anything with it yet. `picked`: next on the event. `hidden`: taken off the
 * board for everybody but its author and those who hold the event.
 */
export const questionStates = ['open', 'picked', 'answered', 'hidden'] as const
export type QuestionState = (typeof questionStates)[number]

/**
 * `waiting`: in the queue or between two tries. `syncing`: the provider is being asked. `left`:
 * unsubscribed, and the provider knows it.
 */
export const memberStates = ['waiting', 'syncing', 'synced', 'failed', 'left'] as const
export type MemberState = (typeof memberStates)[number]

/**
 * `waiting`: in the queue, or between two tries. `kept`: written down, since no mail server is set. `unknown`: the process ended while a mail was handed
 * over that must not come twice. `skipped`: not sent on purpose, the reason beside it.
 */
export const outboxEntryStates = [
  'waiting',
  'sending',
  'sent',
  'kept',
  'failed',
  'skipped',
  'stopped',
  'unknown',
] as const
export type OutboxEntryState = (typeof outboxEntryStates)[number]

export const topics = ['news', 'reminders'] as const
export type Topic = (typeof topics)[number]

/** `event`: a service to the people of an event. `news`: for who agreed to updates alone. */
export const announcementTopics = ['event', 'news'] as const
export type AnnouncementTopic = (typeof announcementTopics)[number]

/** `scheduled`: approved for a moment to come. `done`: nobody waits for it any more. */
export const announcementStates = ['draft', 'scheduled', 'sending', 'stopped', 'done'] as const
export type AnnouncementState = (typeof announcementStates)[number]

/** What became of an announcement for one person, by the names of its counts. */
export const recipientStates = ['waiting', 'sent', 'failed', 'skipped', 'inDoubt'] as const
export type RecipientState = (typeof recipientStates)[number]

/** What other programs may be told of. Their names are the types of Standard Webhooks. */
export const webhookEvents = [
  'registration.created',
  'registration.cancelled',
  'person.unsubscribed',
  'person.erased',
  'event.published',
  'event.moved',
  'event.cancelled',
  'event.started',
  'event.ended',
  'attendance.ready',
  'recording.ready',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** `failed`: no other try follows by itself. */
export const webhookCallStates = ['waiting', 'delivered', 'failed'] as const
export type WebhookCallState = (typeof webhookCallStates)[number]

/** `gone`: it answered 410. `failing`: for three days no call succeeded. `lost`: its secret cannot be opened. */
export const webhookOffReasons = ['hand', 'gone', 'failing', 'lost'] as const
export type WebhookOffReason = (typeof webhookOffReasons)[number]
