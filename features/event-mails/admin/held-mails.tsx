import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ForRole } from '#client/admin/for-role.tsx'
import { call, refusedWith, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { HeldMail } from '#features/event-mails/contract.ts'
import { AudienceNote, describeMail } from '#features/events/admin/caused-mails.tsx'
import { useEventsChanged } from '#features/events/admin/change-status.ts'
import { eventChoice, heldMails } from '#features/events/admin/event-queries.ts'
import { isFollowUp } from '#kernel/mail-kinds.ts'
import { writeCount } from '#kernel/write-count.ts'

const soon = 5000

/** Thank-you and missed-you mails are held for hours, and listed on their event's Email tab. */
const isAfterSave = ({ kind }: HeldMail) => !isFollowUp(kind)

/**
 * Lists the mails that saving an event caused and that wait for two minutes, with buttons to stop them or send them
 * now.
 */
export function HeldMails() {
  const held = useQuery({
    ...heldMails,
    refetchInterval: ({ state }) => state.data?.some(isAfterSave) === true && soon,
    select: (mails) => mails.filter(isAfterSave),
  }).data
  if (!held?.length) return null
  return (
    <section
      aria-label="Emails about to be sent"
      // Keep this box visible while the page scrolls: the save button, which makes it appear, is at the end of a long
      // form.
      className="sticky top-2 z-10 mb-7 max-h-[45dvh] overflow-y-auto rounded-lg border border-glow bg-raised px-4 py-3 shadow-float sm:top-16 sm:px-5 print:hidden"
    >
      <ul className="grid gap-4">
        {held.map((mail) => (
          <HeldMailLine key={mail.id} mail={mail} />
        ))}
      </ul>
    </section>
  )
}

/** Actions for held mails. */
export const heldMailActs = [
  { what: 'stop', name: 'Stop', done: 'Emails Stopped' },
  {
    what: 'restore',
    name: 'Stop and undo the change',
    done: 'Emails Stopped, Change Undone',
  },
  { what: 'send', name: 'Send now', done: 'Emails Sent' },
] as const
type Act = (typeof heldMailActs)[number]

function HeldMailLine({ mail }: { mail: HeldMail }) {
  const event = useQuery(eventChoice).data?.find(({ id }) => id === mail.eventId)
  const left = useSecondsLeft(mail.goesAt)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-semibold">{describeMail(mail)}</span>
          {event && <bdi className="text-muted"> {event.title}</bdi>}
          <span aria-hidden className="ml-2 text-small text-muted figures">
            {left > 0 ? `in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : 'now'}
          </span>
        </p>
        <AudienceNote kind={mail.kind} />
      </div>
      <HeldMailButtons mail={mail} acts={heldMailActs} title={event?.title} />
    </li>
  )
}

type HeldMailButtonsProps = { mail: HeldMail; acts: readonly Act[]; title?: string | undefined }

export function HeldMailButtons({ mail, acts: offered, title }: HeldMailButtonsProps) {
  const acting = useHeldMailAct(mail)
  return (
    <ForRole needs="editor">
      <div className="flex flex-wrap gap-2">
        {offered.map((act) => (
          <Button
            key={act.what}
            variant={act.what === 'stop' ? 'primary' : 'secondary'}
            className="text-small!"
            aria-label={`${act.name}: ${describeMail(mail)}${title ? ` of ${title}` : ''}`}
            pending={acting.isPending && acting.variables === act}
            onClick={() => acting.mutate(act)}
          >
            {act.name}
          </Button>
        ))}
      </div>
    </ForRole>
  )
}

/** Returns the seconds left until an instant, updated every second. */
function useSecondsLeft(instant: string): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000))
}

function useHeldMailAct({ id }: HeldMail) {
  const queryClient = useQueryClient()
  const eventsChanged = useEventsChanged()
  return useMutation({
    mutationFn: ({ what }: Act) =>
      what === 'send'
        ? call('POST /api/admin/held-mails/:id/send-now', { params: { id } })
        : call('POST /api/admin/held-mails/:id/stop', {
            params: { id },
            body: { restore: what === 'restore' },
          }),
    onSuccess: (_held, { done }) => showToast({ title: done }),
    onError(error) {
      const went = refusedWith(error, 'held_mail_gone')?.went
      if (went === undefined) {
        const words = serverMessage(error) ?? 'The server could not be reached. Please try again.'
        showFailure('Nothing Changed', words)
        return
      }
      const people = writeCount(went, 'person was', 'people were')
      showFailure('Too Late', `${people} already emailed.`)
    },
    async onSettled() {
      await queryClient.invalidateQueries({ queryKey: heldMails.queryKey })
      await eventsChanged()
    },
  })
}
