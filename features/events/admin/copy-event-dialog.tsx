import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { call, wrongFields } from '#client/api/call.ts'
import { FormField } from '#client/forms/form-field.tsx'
import { showMistakes } from '#client/forms/show-mistakes.ts'
import { useSite } from '#client/page/use-site.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { eventCopy, eventForm, eventLimits } from '#features/events/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { dayInZone, eventDay } from '#kernel/event-time.ts'
import { useEventsChanged } from './change-status.ts'
import { eventTabPath } from './event-places.ts'
import { adminEvents } from './event-queries.ts'
import { findHoliday, suggestDate } from './suggest-date.ts'

const form = eventCopy.required({ speakerName: true }).extend({
  speakerTitle: eventForm.shape.speakerTitle,
})
type Values = z.input<typeof form>

/** Returns the server's errors that are about fields of this form. */
function mistakesOf(error: Error | null) {
  return wrongFields(error).flatMap(({ field, message }) =>
    field in form.shape ? { field: field as keyof Values, message } : [],
  )
}

/**
 * Dialog that copies an event as the next one of the series: asks for guest, title and date, then opens the copy's
 * page.
 */
export function CopyEventDialog({ event, onClose }: { event: AdminEvent; onClose: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const eventsChanged = useEventsChanged()
  const { zone } = useSite().site.display
  const { data: events = [event] } = useQuery(adminEvents)
  const series = events.filter(({ isSample }) => isSample === event.isSample)
  const [today] = useState(() => dayInZone(new Date(), zone))
  const suggested = suggestDate(datesOf(series, zone), today) ?? ''
  const fields = useForm<Values>({
    resolver: zodResolver(form),
    defaultValues: {
      speakerName: '',
      speakerTitle: '',
      guestEmail: '',
      title: '',
      eventDate: suggested,
    },
  })
  const copying = useMutation({
    mutationFn: (body: Values) =>
      call('POST /api/admin/events/:id/copy', { params: { id: event.id }, body }),
    onSuccess(copy) {
      queryClient.setQueryData(adminEvents.queryKey, (rows: AdminEvent[] = []) => [...rows, copy])
      showToast({ title: 'Event duplicated', description: `${copy.title} is a draft.` })
      void eventsChanged()
      onClose()
      void navigate(eventTabPath(copy.id, 'details'), { state: { isCreated: true } })
    },
    onError(error) {
      showMistakes(fields, mistakesOf(error))
    },
  })
  return (
    <Dialog
      title="Duplicate event"
      description={
        <>
          {`The draft copies description, tags, times, meeting link, host and producer of “${event.title}”. Host and producer get their link by email when you publish the draft.`}
        </>
      }
      onClose={onClose}
    >
      <FormProvider {...fields}>
        <form
          noValidate
          className="mt-6 grid gap-5"
          onSubmit={(submit) =>
            void fields.handleSubmit((values) => copying.mutate(values))(submit)
          }
        >
          <div className="grid gap-5 sm:grid-cols-2">
            <FormField
              name="speakerName"
              label="Speaker name"
              required
              data-autofocus
              autoComplete="off"
              maxLength={120}
            />
            <FormField
              name="speakerTitle"
              label="Speaker title"
              required
              autoComplete="off"
              maxLength={120}
            />
          </div>
          <FormField
            name="guestEmail"
            label="Guest’s email"
            type="email"
            autoComplete="off"
            description="The guest gets a link to their own page."
          />
          <FormField
            name="title"
            label="Title"
            autoComplete="off"
            maxLength={eventLimits.title}
            description="Default: “Exclusive Interview”."
          />
          <DateField suggested={suggested} />
          <DialogFormEnd
            sending={copying}
            isAtField={mistakesOf(copying.error).length > 0}
            button={{ idle: 'Duplicate', pending: 'Duplicating...' }}
            onClose={onClose}
          />
        </form>
      </FormProvider>
    </Dialog>
  )
}

function DateField({ suggested }: { suggested: string }) {
  const day = useWatch<Values, 'eventDate'>({ name: 'eventDate' })
  const holiday = day ? findHoliday(day) : undefined
  return (
    <FormField
      name="eventDate"
      label="Date"
      type="date"
      className="max-w-xs"
      description={
        suggested && day === suggested
          ? 'Suggested, because your events are usually this far apart.'
          : undefined
      }
      hint={holiday && `Many people are away on this day: ${holiday}.`}
    />
  )
}

/** Returns the dates of the series' events (yyyy-MM-dd), without cancelled events. */
function datesOf(events: AdminEvent[], zone: string): string[] {
  return events
    .filter(({ cancelledAt }) => cancelledAt === null)
    .map((event) => eventDay(event, zone))
    .filter((day) => day !== null)
}
