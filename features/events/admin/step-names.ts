import type { ChecklistKey } from '#kernel/event-shapes.ts'

/** The steps of an event's checklist as organisers read them. */
export const stepNames: Record<ChecklistKey, string> = {
  set_date_and_time: 'Date and time',
  add_picture: 'Picture',
  publish: 'Publish and open registration',
  confirm_date: 'Confirm the date',
  set_meeting_link: 'Meeting link',
  send_guest_link: "Guest's link",
  invite_subscribers: 'Invite subscribers',
  reminders: 'Reminders',
  read_questions: 'Questions',
  open_room: 'Open the room',
  add_recording: 'Recording',
  release_recording: 'Release to members',
  add_transcript: 'Transcript and chapters',
  attendance: 'Attendance',
  write_to_missed: 'Write to those who missed it',
  plan_next_event: 'Next event',
}
