import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call, pathOf, read } from '#client/api/call.ts'
import type { OwnWords, readMailTexts } from '#features/mail-texts/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { mailTextNames, type MailTextName } from '#kernel/mail-texts.ts'

export const mailTexts = read('GET /api/admin/mail-texts')
export type MailTextState = ReplyOf<typeof readMailTexts>

export function mailTextsOf(kind: MailKind) {
  return queryOptions({
    queryKey: [...mailTexts.queryKey, kind],
    queryFn: ({ signal }) => call('GET /api/admin/mail-texts/:kind', { params: { kind }, signal }),
    staleTime: 0,
  })
}

export function versionsOf(kind: MailKind) {
  return queryOptions({
    queryKey: [...mailTexts.queryKey, kind, 'versions'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/mail-texts/:kind/versions', { params: { kind }, signal }),
  })
}

/** Query for the preview of a kind of mail with these texts, about an event. */
export function previewOf(kind: MailKind, words: OwnWords, eventId: number | undefined) {
  return queryOptions({
    queryKey: [pathOf('POST /api/admin/mail-texts/:kind/preview'), kind, words, eventId],
    queryFn: ({ signal }) =>
      call('POST /api/admin/mail-texts/:kind/preview', {
        params: { kind },
        body: { ...words, eventId },
        signal,
      }),
    retry: false,
  })
}

/** Returns a function that makes React Query refetch all mail texts, for use after saving or publishing. */
export function useRefetch() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: mailTexts.queryKey })
}

/** Labels of the texts in a mail that an organiser can change, in the order in which they occur. */
export const partNames: Record<MailTextName, string> = {
  sender: "Sender's name",
  subject: 'Subject',
  opening: 'Opening text',
  body: 'Body',
  closing: 'Closing text',
}
export const partsInOrder = Object.keys(partNames) as MailTextName[]

export function isSameWords(one: OwnWords, other: OwnWords): boolean {
  return mailTextNames.every((name) => one[name] === other[name])
}
