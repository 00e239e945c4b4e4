import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, type Resolver, useForm, type UseFormReturn } from 'react-hook-form'
import { LeaveGuard } from '#client/admin/draft-guard.tsx'
import { explainSave } from '#client/admin/explain-save.ts'
import { PageForRole } from '#client/admin/for-role.tsx'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { call, read, wrongFields } from '#client/api/call.ts'
import { showMistakes } from '#client/forms/show-mistakes.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { useSite } from '#client/page/use-site.ts'
import { describeBadInput } from '#client/ui/bad-input.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { type EventDefaults, eventDefaultsForm } from '#features/event-defaults/contract.ts'
import { ReminderFields } from '#features/event-mails/admin/reminder-fields.tsx'
import { readRows, rowsOf } from '#features/event-mails/admin/reminder-rows.ts'
import { eventLimits } from '#features/events/contract.ts'

const eventDefaults = read('GET /api/admin/event-defaults')

/** Renders the values with which the form of a new event starts. */
export function EventDefaultsPage() {
  const query = useQuery({ ...eventDefaults, staleTime: 0 })
  return (
    <>
      <PageHeading>Event defaults</PageHeading>
      <p className="mt-2 max-w-reading text-muted">
        New events start with these values. You can change them for each event.
      </p>
      <div className="mt-8 max-w-3xl">
        <PageForRole needs="editor">
          <NotLoaded
            query={query}
            message="The event defaults could not be loaded."
            skeleton="h-96"
          />
          {query.data && query.isFetchedAfterMount && <DefaultsForm defaults={query.data} />}
        </PageForRole>
      </div>
    </>
  )
}

/** Converts the stored values to those of the form, which are text. */
function valuesOf({ startTime, lengthMinutes, roomUrl, ...rest }: EventDefaults) {
  const { title, description, repeatsCrew, needsApproval, reminderMinutes } = rest
  const { followUpTime, sendsThankYou, sendsMissedYou } = rest
  return {
    startTime: startTime ?? '',
    lengthMinutes: lengthMinutes === null ? '' : String(lengthMinutes),
    roomUrl: roomUrl ?? '',
    title,
    description,
    repeatsCrew,
    needsApproval,
    reminders: rowsOf(reminderMinutes),
    followUpTime,
    sendsThankYou,
    sendsMissedYou,
  }
}

type Values = ReturnType<typeof valuesOf>

function bodyOf({ reminders, ...typed }: Values) {
  const typedTimes = readRows(reminders)
  return {
    ...typed,
    reminderMinutes: 'minutes' in typedTimes ? typedTimes.minutes : null,
    lengthMinutes: typed.lengthMinutes === '' ? null : Number(typed.lengthMinutes),
  }
}

/** Returns errors of the form's schema, and errors for times and numbers that are typed incompletely. */
const findErrors: Resolver<Values> = (typed, _context, { fields }) => {
  const { error } = eventDefaultsForm.safeParse(bodyOf(typed))
  const wrong = error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []
  const unfinished = Object.entries(fields).map(([name, field]) => [
    name,
    describeBadInput(field?.ref),
  ])
  const times = readRows(typed.reminders)
  const wrongTimes = [['reminders', 'error' in times ? times.error : undefined]]
  const found = [...wrong, ...unfinished, ...wrongTimes].filter(
    ([, message]) => message !== undefined,
  )
  const errors = Object.fromEntries(
    found.map(([name, message]) => [name, { type: 'form', message }]),
  )
  return found.length > 0 ? { values: {}, errors } : { values: typed, errors: {} }
}

function DefaultsForm({ defaults }: { defaults: EventDefaults }) {
  const { suffix, zone } = useSite().site.display
  const queryClient = useQueryClient()
  const [initial] = useState(() => valuesOf(defaults))
  const form = useForm({ defaultValues: initial, resolver: findErrors })
  const { register, formState } = form
  const { errors, isDirty } = formState

  const saving = useMutation({
    mutationFn: (typed: Values) => call('PUT /api/admin/event-defaults', { body: bodyOf(typed) }),
    onSuccess(saved) {
      queryClient.setQueryData(eventDefaults.queryKey, saved)
      form.reset(valuesOf(saved))
      showToast({ title: 'Defaults Saved', description: 'New events start with these values.' })
    },
    onError: (error) =>
      showMistakes(
        form,
        wrongFields(error).map(({ field, message }) => ({
          field: field in initial ? (field as keyof typeof initial) : undefined,
          message,
        })),
      ),
  })

  return (
    <form
      noValidate
      aria-label="Event defaults"
      className="grid gap-6"
      onSubmit={(event) => void form.handleSubmit((typed) => saving.mutate(typed))(event)}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...register('startTime')}
          label={`Start (${suffix || zone})`}
          type="time"
          error={errors.startTime?.message}
        />
        <Field
          {...register('lengthMinutes')}
          label="Length in minutes"
          type="number"
          min={5}
          step={5}
          error={errors.lengthMinutes?.message}
        />
      </div>
      <Field
        {...register('roomUrl')}
        label="Meeting link"
        type="url"
        maxLength={eventLimits.address}
        autoComplete="off"
        placeholder="https://meet.google.com/abc-defg-hij"
        description="For series whose events all use the same link."
        error={errors.roomUrl?.message}
      />
      <Checkbox
        {...register('repeatsCrew')}
        label="Copy host and producer from the last event"
        description={describeCrew(defaults.latestCrew)}
      />
      <Checkbox
        {...register('needsApproval')}
        label="The guest approves the recording before members see it"
        description="Applies to new events, and to those whose recording is not released yet."
      />
      <Field
        {...register('title')}
        label="Title"
        maxLength={eventLimits.title}
        error={errors.title?.message}
      />
      <TextArea
        {...register('description')}
        label="Description"
        maxLength={eventLimits.description}
        description="Text for every event page, such as how to take part."
        error={errors.description?.message}
      />
      <div className="border-t border-line pt-6">
        <Controller
          control={form.control}
          name="reminders"
          render={({ field }) => (
            <ReminderFields
              rows={field.value}
              onChange={field.onChange}
              error={errors.reminders?.message}
            />
          )}
        />
        <p className="mt-2 text-small text-muted">
          These times also apply to upcoming events without their own reminder times. If a new time
          has already passed, no reminder is sent for it.
        </p>
      </div>
      <FollowUpFields form={form} clock={suffix || zone} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" disabled={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save defaults'}
        </Button>
        <p role="alert" className="text-small font-semibold text-danger">
          {saving.error ? explainSave(saving.error) : ''}
        </p>
      </div>
      <LeaveGuard isDirty={() => isDirty} onLeave={() => form.reset(initial)} />
    </form>
  )
}

function describeCrew(crew: EventDefaults['latestCrew']) {
  if (crew.length === 0)
    return 'Adds the host and producer of the newest event. No event has any yet.'
  const names = crew.map(({ name, role }) => `${name} (${role})`).join(', ')
  return `Adds the host and producer of the newest event: ${names}.`
}

/** Fields of the mails after an event. */
function FollowUpFields({ form, clock }: { form: UseFormReturn<Values>; clock: string }) {
  const { register, formState } = form
  return (
    <fieldset className="min-w-0 border-t border-line pt-6">
      <legend className="sr-only">Emails after an event</legend>
      <p aria-hidden className="font-semibold">
        Emails after an event
      </p>
      <p className="mt-0.5 text-small text-muted">
        Sent once, when the recording is released and attendance is known. You can stop them until
        then under the event’s Email tab, and change their texts under Email › Wording.
      </p>
      <Checkbox
        {...register('sendsThankYou')}
        label="Thank you"
        description="To everyone who attended, with the recording and the next event."
      />
      <Checkbox
        {...register('sendsMissedYou')}
        label="Sorry we missed you"
        description="To everyone who registered and did not attend."
      />
      <Field
        {...register('followUpTime')}
        className="mt-3 max-w-xs"
        label={`Time of day (${clock})`}
        type="time"
        required
        error={formState.errors.followUpTime?.message}
      />
    </fieldset>
  )
}
