import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { Radio } from '#client/ui/choices.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { describeBadInput } from '#client/ui/bad-input.ts'
import { showToast } from '#client/ui/toast-store.ts'
import type { Announcement } from '#features/announcements/contract.ts'
import { describeAudience } from '#features/announcements/rules.ts'
import { instantInZone } from '#kernel/event-time.ts'
import { writeCount, writePeople } from '#kernel/write-count.ts'
import { announcementOf, announcementsKey, newcomersOf } from './announcement-queries.ts'
import type { EventTitles } from './event-choice.tsx'

type ApproveDialogProps = { announcement: Announcement; titles: EventTitles; onClose: () => void }

/**
 * Dialog that confirms sending an announcement, with the number of recipients. If it was sent before, only new
 * recipients get it.
 */
export function ApproveDialog({ announcement, titles, onClose }: ApproveDialogProps) {
  const queryClient = useQueryClient()
  const { zone, suffix } = useSite().site.display
  const { id, audience, approvedAt, topic } = announcement
  const joins = describeStart(announcement, useFormatInstant())
  const newcomers = useQuery(newcomersOf(id))
  const [isLater, setIsLater] = useState(false)
  const [day, setDay] = useState('')
  const [time, setTime] = useState('')
  const [mistakes, setMistakes] = useState<{ day?: string | undefined; time?: string | undefined }>(
    {},
  )
  const approve = useMutation({
    mutationFn: ({ count, at }: { count: number; at: string | undefined }) =>
      call('POST /api/admin/announcements/:id/approve', { params: { id }, body: { count, at } }),
    onSuccess(read, { count }) {
      queryClient.setQueryData(announcementOf(id).queryKey, read)
      void queryClient.invalidateQueries({ queryKey: announcementsKey })
      showToast({
        title: isSending(read) ? 'Sending Started' : 'Announcement Scheduled',
        description: `${writePeople(count)} will get the announcement.`,
      })
      onClose()
    },
  })
  const changed = refusedWith(approve.error, 'audience_changed')
  const count = changed?.count ?? newcomers.data?.count
  const atField = wrongFields(approve.error).find(({ field }) => field === 'at')?.message
  const who = approvedAt
    ? writeCount(count ?? 0, 'more person', 'more people')
    : writePeople(count ?? 0)

  function press({ currentTarget: form }: FormEvent<HTMLFormElement>) {
    if (approve.isPending || count === undefined) return
    if (isLater && !joins && !(day && time)) {
      const half = (name: string) => describeBadInput(form.elements.namedItem(name))
      const found = { day: half('day'), time: half('time') }
      const isHalf = found.day !== undefined || found.time !== undefined
      setMistakes(isHalf ? found : { day: 'Choose a day and a time' })
      return
    }
    setMistakes({})
    const at = isLater && !joins ? instantInZone(day, time, zone).toISOString() : undefined
    approve.mutate({ count, at })
  }

  return (
    <Dialog
      title={count === undefined ? 'Send this announcement?' : `Send the announcement to ${who}?`}
      description={[
        `Recipients: everyone who ${describeAudience(audience, titles.titleOf)}.`,
        topic === 'news' ? ' Only people who agreed to updates get the announcement.' : '',
        approvedAt ? ' No one gets the announcement twice.' : '',
      ].join('')}
      onClose={onClose}
    >
      <NotLoaded
        query={newcomers}
        message="The recipients could not be counted."
        skeleton="mt-5 h-24"
      />
      {count === 0 && (
        <div className="mt-5 grid justify-items-start gap-4">
          <p role="alert">
            {approvedAt
              ? 'No new people since the announcement was sent.'
              : 'No one matches these recipients.'}
          </p>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      )}
      {count !== undefined && count > 0 && (
        <form
          noValidate
          className="mt-5 grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            press(event)
          }}
        >
          {joins ? <p>{joins}</p> : <WhenChoice isLater={isLater} onChange={setIsLater} />}
          {isLater && !joins && (
            <div className="grid gap-5 sm:grid-cols-2">
              <Field
                label="Day"
                name="day"
                required
                type="date"
                value={day}
                error={mistakes.day ?? atField}
                onChange={({ target }) => setDay(target.value)}
              />
              <Field
                label={`Time (${suffix || zone})`}
                name="time"
                required
                type="time"
                value={time}
                error={mistakes.time}
                onChange={({ target }) => setTime(target.value)}
              />
            </div>
          )}
          <DialogFormEnd
            sending={approve}
            isAtField={atField !== undefined}
            button={{ idle: `Send to ${writePeople(count)}`, pending: 'Sending...' }}
            onClose={onClose}
          />
        </form>
      )}
    </Dialog>
  )
}

/**
 * Returns a sentence that says when new recipients will get the announcement, if it is scheduled, being sent or
 * stopped; otherwise undefined.
 */
function describeStart(
  { state, at }: Announcement,
  format: (instant: string) => string,
): string | undefined {
  if (state === 'scheduled' && at)
    return `New people get the announcement on ${format(at)}, with the other recipients.`
  if (state === 'sending')
    return 'New people get the announcement now, with everyone who has not received it yet.'
  if (state === 'stopped') return 'New people get the announcement after you resume sending.'
  return undefined
}

const isSending = ({ state, waitsForPublishing }: Announcement) =>
  (state === 'sending' || state === 'done') && !waitsForPublishing

type WhenChoiceProps = { isLater: boolean; onChange: (isLater: boolean) => void }

function WhenChoice({ isLater, onChange }: WhenChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="font-semibold">When to send</legend>
      {([false, true] as const).map((later) => (
        <label
          key={String(later)}
          className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 leading-6"
        >
          <Radio name={name} checked={isLater === later} onChange={() => onChange(later)} />
          {later ? 'Later' : 'Now'}
        </label>
      ))}
    </fieldset>
  )
}
