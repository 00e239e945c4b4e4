/** Values of columns and fields that allow only certain texts, such as the status of an event. */

export const eventStatuses = ['pre_registration', 'upcoming', 'completed'] as const
export type EventStatus = (typeof eventStatuses)[number]

export const registrationTypes = ['pre_registration', 'confirmed'] as const
export type RegistrationType = (typeof registrationTypes)[number]

/** The type of registration in a reply about a person who was put on an event's waiting list. */
export const waitlistedType = 'waitlisted' as const

/**
 * States of a person on an event's waiting list. `offered`: a seat is reserved for them until the offer ends.
 * `missed`: the offer ended, and the person is no longer in line.
 */
export const waitlistStates = ['waiting', 'offered', 'missed'] as const
export type WaitlistState = (typeof waitlistStates)[number]

/**
 * The stored `source` of a registration that an administrator imported. A registration by a form stores the name of the
 * form or of the path at which the visitor registered.
 */
export const importSource = 'import'
/** The stored `source` of a registration by the form of any page that has no name of its own. */
export const noSource = 'main_form'

export const accessTypes = ['page_visit', 'video_watch', 'login'] as const
export type AccessType = (typeof accessTypes)[number]

export const importKinds = ['attendees', 'video_access'] as const
export type ImportKind = (typeof importKinds)[number]

/** Kinds of entries in a person's timeline in the admin area. */
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
  'resubscribed',
  'cancelled',
  'corrected',
  'merged',
  'consent',
  'verified',
  'listed',
  'crew',
] as const

/**
 * States of the mails about a change of an event. Saving the event creates them as `held`; after two minutes they are
 * added to the outbox (`gone`), unless the administrator cancels them (`stopped`).
 */
export const heldMailStates = ['held', 'gone', 'stopped'] as const

/** Steps of the set-up that the first administrator goes through, in order. */
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

/** Stored states of the set-up; the name of a step means that the administrator skipped the step. */
export const setupMarks = ['opened', 'dismissed', ...setupSteps] as const
export type SetupMark = (typeof setupMarks)[number]

/** Actions that the audit log records. */
export const auditActions = [
  'sign_in',
  'sign_in_failed',
  'event_created',
  'event_changed',
  'event_deleted',
  'event_defaults_changed',
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
  'role_changed',
  'password_changed',
  'password_reset',
  'invitation_sent_again',
  'invitation_accepted',
  'recovery_email_changed',
  'weekly_summary_changed',
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
  'material_added',
  'material_removed',
  'show_notes_saved',
  'form_questions_changed',
  'recording_approval_changed',
  'recording_released_unapproved',
  'partner_link_created',
  'partner_link_removed',
  'quote_published',
  'quote_removed',
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

/** Roles in an event's crew, whose members are not registrants and not counted in statistics. */
export const crewRoles = ['host', 'guest', 'producer'] as const
export type CrewRole = (typeof crewRoles)[number]

/** A guest's answers to the question whether the recording may be published. */
export const recordingAnswers = ['publish', 'not_yet', 'cut'] as const
export type RecordingAnswer = (typeof recordingAnswers)[number]

/**
 * States of a registration at the webinar provider. `waiting`: queued, between attempts, or until the event has
 * a date. `pending`: the webinar's host must approve it. `withdrawn`: cancelled or denied at the provider.
 */
export const webinarSeatStates = ['waiting', 'seated', 'pending', 'failed', 'withdrawn'] as const
export type WebinarSeatState = (typeof webinarSeatStates)[number]

/**
 * Sources of the record that a registrant attended. `told`: the webinar provider's webhook during the event.
 * `reported`: the provider's report after the event, which replaces all other records.
 */
export const markSources = ['told', 'reported'] as const

/**
 * States of a webinar provider's attendance report. `waiting`: requested, or soon to be. `failed`: will not be
 * requested again automatically.
 */
export const reportStates = ['waiting', 'ready', 'failed'] as const
export type ReportState = (typeof reportStates)[number]

/**
 * Sources of attendance figures, most reliable first: the provider's report, the provider's webhooks, opened
 * join links.
 */
export const attendanceWays = ['report', 'webinar', 'links'] as const

/** Zoom's products in which an event can take place. */
export const zoomKinds = ['webinar', 'meeting'] as const
export type ZoomKind = (typeof zoomKinds)[number]

/**
 * States of a registrant's question. `open`: new. `picked`: to be asked next in the event. `hidden`: visible to
 * its author and the crew only.
 */
export const questionStates = ['open', 'picked', 'answered', 'hidden'] as const
export type QuestionState = (typeof questionStates)[number]

/**
 * States of a subscriber at the mailing list provider. `waiting`: queued or between attempts. `syncing`:
 * request in progress. `left`: unsubscribed, also at the provider.
 */
export const memberStates = ['waiting', 'syncing', 'synced', 'failed', 'left'] as const
export type MemberState = (typeof memberStates)[number]

/**
 * States of an outbox entry. `waiting`: queued or between attempts. `kept`: stored only, because no mail server
 * is configured. `unknown`: the process ended while it handed over a mail that must not be sent twice.
 * `skipped`: deliberately not sent, with a reason.
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

/**
 * Kinds of questions in the registration form. `one` and `several`: the registrant chooses one or several of the
 * question's options.
 */
export const formQuestionKinds = ['short', 'long', 'one', 'several', 'yes_no'] as const
export type FormQuestionKind = (typeof formQuestionKinds)[number]

/** States of a person's registration for every event. `pending`: waits until they verify their email. */
export const seriesStates = ['none', 'pending', 'active'] as const

/** States of one event for a series registration; see `seriesChoices` in schema/newsletter.ts. */
export const seriesChoiceStates = ['placed', 'cancelled'] as const

export const topics = ['news', 'reminders'] as const
export type Topic = (typeof topics)[number]

/** Topics of an announcement. `event`: for people of one event. `news`: only for people who opted in to updates. */
export const announcementTopics = ['event', 'news'] as const
export type AnnouncementTopic = (typeof announcementTopics)[number]

/** States of an announcement. `scheduled`: approved for a future time. `done`: no mail is waiting to be sent. */
export const announcementStates = ['draft', 'scheduled', 'sending', 'stopped', 'done'] as const
export type AnnouncementState = (typeof announcementStates)[number]

/**
 * Results of an announcement for one recipient. `inDoubt`: the process ended while it handed over the mail, so the mail
 * may or may not have been sent.
 */
export const recipientStates = ['waiting', 'sent', 'failed', 'skipped', 'inDoubt'] as const
export type RecipientState = (typeof recipientStates)[number]

/** Domain events to which webhooks can subscribe, with names in the style of the Standard Webhooks specification. */
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

/** States of a call to a webhook. `failed`: no retry follows automatically. */
export const webhookDeliveryStates = ['waiting', 'delivered', 'failed'] as const
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number]

/**
 * Why a webhook is switched off. `hand`: by an administrator; `gone`: the receiver responded with 410;
 * `failing`: no call succeeded for three days; `lost`: the webhook's secret cannot be decrypted.
 */
export const webhookOffReasons = ['hand', 'gone', 'failing', 'lost'] as const
export type WebhookOffReason = (typeof webhookOffReasons)[number]

/** Changes of an event that an administrator makes with one button. */
export const statusChanges = [
  'publish',
  ...eventStatuses,
  'cancel',
  'restore',
  'unpublish',
  'delete',
] as const
export type EventMove = (typeof statusChanges)[number]
