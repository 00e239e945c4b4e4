import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { FormProvider } from 'react-hook-form'
import { Link } from 'react-router'
import { DraftField } from '#app/event-editor/draft-field.tsx'
import { makeEventPicture } from '#app/event-editor/draw-event-picture.ts'
import {
  findMistakes,
  type EventDraft,
  type EventDraftKeeper,
} from '#app/event-editor/event-draft.ts'
import { GuestFields, MeetingLinkField } from '#app/event-editor/guest-fields.tsx'
import { SaveDialog } from '#app/event-editor/save-dialog.tsx'
import { EventPicture } from '#app/event-editor/event-picture.tsx'
import { isAboutFields } from '#app/event-editor/save-event.ts'
import { useEventForm } from '#app/event-editor/use-event-form.ts'
import { createDraftKeeper } from '#client/admin/use-draft.ts'
import { LeaveGuard } from '#client/admin/draft-guard.tsx'
import { showMistakes } from '#client/forms/show-mistakes.ts'
import { useSite } from '#client/page/use-site.ts'
import { describeBadInput } from '#client/ui/bad-input.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { eventLimits } from '#features/events/contract.ts'
import { SampleLeft } from './sample-left.tsx'
import { StepBar, StepLead, type StepProps } from './step-frame.tsx'

const keeper: EventDraftKeeper = createDraftKeeper()

/**
 * Setup step for the first event: the administrator creates one with a minimum of fields, or keeps the sample events.
 */
export function EventStep(props: StepProps) {
  const { sample, steps } = props.setup
  const isDone = steps.find(({ step }) => step === props.name)?.state === 'done'
  return (
    <>
      {isDone ? <EventIsThere onDone={props.onDone} /> : <FirstEvent {...props} />}
      <SampleLeft sample={sample} />
    </>
  )
}

function EventIsThere({ onDone }: Pick<StepProps, 'onDone'>) {
  return (
    <>
      <StepLead>You have created an event.</StepLead>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onDone}>Continue</Button>
        <Link to="/admin/events" className={buttonStyle('secondary')}>
          All events
        </Link>
        <Link to="/admin/events/new" className={buttonStyle('secondary')}>
          Create another event
        </Link>
      </div>
    </>
  )
}

/**
 * Returns the status of the first event. With a date and a start time, the date is confirmed; without a date, visitors
 * can pre-register.
 */
function statusOf({ eventDate, start }: EventDraft) {
  const status = eventDate === '' ? ('pre_registration' as const) : ('upcoming' as const)
  return { status, dateConfirmed: eventDate !== '' && start !== '' }
}

function FirstEvent(props: StepProps) {
  const { suffix, zone } = useSite().site.display
  const editor = useEventForm({ event: undefined, keeper, onCreated: props.onDone })
  const { form } = editor
  const picture = useMutation({ mutationFn: makeEventPicture })

  async function complete(draft: EventDraft) {
    const address = draft.bannerImage || (await picture.mutateAsync(draft)).address
    form.setValue('bannerImage', address)
    const { status, dateConfirmed } = statusOf(draft)
    form.setValue('status', status)
    form.setValue('dateConfirmed', dateConfirmed)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (picture.isPending) return
    event.persist()
    const draft = form.getValues()
    const { bannerImage: _banner, ...mistakes } = findMistakes(draft, zone)
    form.clearErrors()
    const { elements } = event.currentTarget
    const halves = (['eventDate', 'start', 'end'] as const).flatMap((name) => {
      const message = describeBadInput(elements.namedItem(name))
      return message ? [[name, message]] : []
    })
    const wrong = Object.entries({ ...mistakes, ...Object.fromEntries(halves) }) as [
      keyof EventDraft,
      string,
    ][]
    showMistakes(
      form,
      wrong.map(([field, message]) => ({ field, message })),
    )
    if (wrong.length > 0) return
    // If storing the picture fails, the error is displayed beside the button.
    await complete(draft).then(
      () => editor.submit(event),
      () => {},
    )
  }

  return (
    <FormProvider {...form}>
      <StepLead>
        Visitors see the event as soon as you create it. You can change everything later and add a
        Zoom webinar under Events. If you skip this step, the sample events stay.
      </StepLead>
      <form
        noValidate
        aria-label="First event"
        onSubmit={(event) => void submit(event)}
        className="mt-7"
      >
        <div className="grid grid-cols-1 gap-5">
          <DraftField name="title" label="Title" maxLength={eventLimits.title} required />
          <GuestFields />
          <div className="grid items-end gap-5 sm:grid-cols-3">
            <DraftField name="eventDate" label="Date" type="date" />
            <DraftField name="start" label={`Start (${suffix || zone})`} type="time" />
            <DraftField name="end" label="End" type="time" />
          </div>
          <MeetingLinkField />
          <EventPicture
            name="bannerImage"
            label="Picture"
            description="A photo of the guest, ideally 1600 × 900 pixels. Default: a picture with the guest’s name."
          />
        </div>
        <StepBar
          {...props}
          label="Create event"
          isSaving={picture.isPending || editor.isSaving}
          problem={picture.error ?? editor.problem ?? undefined}
          isAtField={isAboutFields(editor.problem)}
          onSkip={() => {
            editor.giveUp()
            props.onSkip()
          }}
        />
      </form>
      <LeaveGuard isDirty={editor.isDirtyNow} onLeave={editor.giveUp} />
      {editor.asked && <SaveDialog title={editor.asked.draft.title} {...editor.asked} />}
    </FormProvider>
  )
}
