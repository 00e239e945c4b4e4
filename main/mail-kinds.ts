import {
  invitationMail,
  passwordResetMail,
  recoveryEmailChangedMail,
  recoveryEmailConfirmationMail,
} from '#features/administrators/server/recovery-mails.ts'
import { announcementMail } from '#features/announcements/server/announcement-mail.ts'
import { approvalMail, releasedMail } from '#features/crew/server/approval-mails.ts'
import { crewMail } from '#features/crew/server/crew-mail.ts'
import {
  cancellationMail,
  crewCancellationMail,
} from '#features/event-mails/server/cancellation-mails.ts'
import { dateConfirmedMail } from '#features/event-mails/server/date-confirmed-mail.ts'
import { missedYouMail, thankYouMail } from '#features/event-mails/server/follow-up-mails.ts'
import { crewNewTimeMail, newTimeMail } from '#features/event-mails/server/new-time-mails.ts'
import { recordingMail } from '#features/event-mails/server/recording-mail.ts'
import {
  crewRestorationMail,
  restorationMail,
} from '#features/event-mails/server/restoration-mails.ts'
import {
  crewDayBeforeMail,
  crewHourBeforeMail,
  dayBeforeMail,
  hourBeforeMail,
} from '#features/event-mails/server/reminder-mails.ts'
import { feedbackMail } from '#features/feedback/server/feedback-mail.ts'
import { quoteMail } from '#features/feedback/server/quote-mail.ts'
import { joinLinkMail } from '#features/join-links/server/join-link-mail.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { resubscribeMail } from '#features/mails/server/resubscribe-mail.ts'
import { addressChangedMail, addressLeftMail } from '#features/people/server/address-mails.ts'
import { interestMail, libraryAccessMail } from '#features/registrations/server/access-mails.ts'
import { confirmationMail } from '#features/registrations/server/confirmation-mail.ts'
import { openingMail } from '#features/registrations/server/opening-mail.ts'
import { preRegistrationMail } from '#features/registrations/server/pre-registration-mail.ts'
import { weeklySummaryMail } from '#features/reports/server/weekly-summary.ts'
import {
  seriesEventMail,
  seriesRequestMail,
} from '#features/series-registrations/server/series-mails.ts'
import { codeMail } from '#features/sign-in/server/code-mail.ts'
import { libraryLinkMail } from '#features/sign-in/server/library-link-mail.ts'
import { offerMail, waitlistMail } from '#features/waitlist/server/waitlist-mails.ts'

/**
 * All kinds of mail, in the order in which an event's mails are planned: the mail about its reinstatement
 * before the one about its new time, and both before a reminder; thank-you and missed-you mails, which may contain
 * the feedback question and the mail about the recording, before those. `kernel/mail-kinds.ts` has their labels in the
 * admin area.
 */
export const mailKinds: MailKinds = {
  registration_confirmed: confirmationMail,
  pre_registration_noted: preRegistrationMail,
  waitlist_joined: waitlistMail,
  seat_offered: offerMail,
  series_requested: seriesRequestMail,
  series_registered: seriesEventMail,
  library_access: libraryAccessMail,
  interest_noted: interestMail,
  registration_open: openingMail,
  date_confirmed: dateConfirmedMail,
  restored: restorationMail,
  crew_restored: crewRestorationMail,
  moved: newTimeMail,
  crew_moved: crewNewTimeMail,
  reminder_24h: dayBeforeMail,
  crew_reminder_24h: crewDayBeforeMail,
  reminder_1h: hourBeforeMail,
  crew_reminder_1h: crewHourBeforeMail,
  cancelled: cancellationMail,
  crew_cancelled: crewCancellationMail,
  thank_you: thankYouMail,
  missed_you: missedYouMail,
  feedback_question: feedbackMail,
  recording_ready: recordingMail,
  quote_published: quoteMail,
  join_link: joinLinkMail,
  library_link: libraryLinkMail,
  resubscribe_link: resubscribeMail,
  sign_in_code: codeMail,
  address_changed: addressChangedMail,
  address_left: addressLeftMail,
  crew_added: crewMail,
  recording_approval: approvalMail,
  recording_released: releasedMail,
  announcement: announcementMail,
  password_reset: passwordResetMail,
  administrator_invited: invitationMail,
  recovery_email_confirmation: recoveryEmailConfirmationMail,
  recovery_email_changed: recoveryEmailChangedMail,
  weekly_summary: weeklySummaryMail,
}
