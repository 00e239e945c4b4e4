import { eventLimits } from '#features/events/contract.ts'
import { opensBeforeMinutes } from '#kernel/join-window.ts'
import { DraftField, DraftText } from './draft-field.tsx'

/** The fields for the guest and the description of the event. */
export function GuestFields() {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <DraftField name="speakerName" label="Speaker name" maxLength={120} required />
        <DraftField name="speakerTitle" label="Speaker title" maxLength={120} required />
      </div>
      <DraftText
        name="description"
        label="Description"
        maxLength={eventLimits.description}
        description="Cards show the first three lines, link previews the first 120 characters."
        required
      />
    </>
  )
}

export function MeetingLinkField() {
  return (
    <DraftField
      name="roomUrl"
      label="Meeting link"
      type="url"
      maxLength={eventLimits.address}
      autoComplete="off"
      placeholder="https://meet.google.com/abc-defg-hij"
      description={`Google Meet, Zoom, Teams or another. Hidden until ${opensBeforeMinutes} minutes before the start, when people’s join links lead here. People registered in Zoom use their own Zoom link.`}
    />
  )
}
