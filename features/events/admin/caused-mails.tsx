import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MailView } from '#client/admin/mail-view.tsx'
import { call, pathOf } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { createEvent, EventChanges } from '#features/events/contract.ts'
import type { SentBodyOf } from '#kernel/endpoint.ts'
import { mailNames, type MailKind } from '#kernel/mail-kinds.ts'

export type CausedMail = { kind: MailKind; count: number }

/**
 * Unsaved input of the form: changes of an existing event, or a new event. The server computes which mails saving would
 * send.
 */
export type AboutToSave =
  | { eventId: number; changes: EventChanges }
  | { created: SentBodyOf<typeof createEvent> }

type CausedMailsProps = { mails: CausedMail[]; isSending: boolean; about: AboutToSave }

/** Describes a kind of mail and its number of recipients, such as `5 people get 'New time'`. */
export function describeMail({ kind, count }: CausedMail): string {
  return `${count === 1 ? '1 person gets' : `${count.toLocaleString('en-GB')} people get`} '${mailNames[kind]}'`
}

/** For a mail about a recording, explains why fewer people receive it than are registered; null for other mails. */
export function AudienceNote({ kind }: { kind: MailKind }) {
  if (kind !== 'recording_ready') return null
  return (
    <p className="text-small text-muted">
      This email is sent only to registrants who agreed to updates.
    </p>
  )
}

/** Lists the kinds of mail that a save sends, with the number of recipients; each mail can be previewed. */
export function CausedMails({ mails, isSending, about }: CausedMailsProps) {
  const [shown, setShown] = useState<MailKind>()
  if (mails.length === 0) return null
  return (
    <div className="mt-5 border-t border-line pt-5">
      <ul className="grid gap-2">
        {mails.map((mail) => (
          <li key={mail.kind}>
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <span className="font-semibold">{describeMail(mail)}</span>
              <Button
                variant="quiet"
                className="px-1! text-small!"
                aria-expanded={shown === mail.kind}
                aria-label={`${shown === mail.kind ? 'Hide' : 'View'}: '${mailNames[mail.kind]}'`}
                onClick={() => setShown(shown === mail.kind ? undefined : mail.kind)}
              >
                {shown === mail.kind ? 'Hide' : 'View'}
              </Button>
            </div>
            <AudienceNote kind={mail.kind} />
            {shown === mail.kind && <PreviewedMail about={about} kind={mail.kind} />}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-small text-muted">
        {isSending
          ? 'You have two minutes to stop these emails.'
          : 'No mail server is connected, so emails are not sent. You can read them under Email › Sent.'}
      </p>
    </div>
  )
}

function PreviewedMail({ about, kind }: { about: AboutToSave; kind: MailKind }) {
  const preview = useQuery({
    queryKey: [pathOf('POST /api/admin/events/:id/mail-preview'), about, kind],
    queryFn({ signal }) {
      if ('created' in about) {
        const body = { kind, event: about.created }
        return call('POST /api/admin/events/mail-preview', { body, signal })
      }
      const { eventId: id, changes } = about
      const body = { kind, changes }
      return call('POST /api/admin/events/:id/mail-preview', { params: { id }, body, signal })
    },
    gcTime: 0,
  })
  if (preview.data) return <MailView mail={preview.data} />
  if (preview.isError) {
    return (
      <p role="alert" className="mt-3 text-danger">
        The email could not be shown. Please try again.
      </p>
    )
  }
  return <Skeleton className="mt-4 h-40 w-full" />
}
