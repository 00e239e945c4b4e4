import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { TroubledMember } from '#shared/contract/mailing-list.ts'
import { call, serverMessage } from '#app/api/call.ts'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { mailingList } from './mailing-list-query.ts'

type TryMembersAgainProps = {
  /** All of them where nobody is named. */
  member?: Pick<TroubledMember, 'userId' | 'email'>
}

/** Puts one person, or everybody who is not at MailerLite yet, back into the queue. */
export function TryMembersAgain({ member }: TryMembersAgainProps) {
  const queryClient = useQueryClient()
  const repeat = useMutation({
    mutationFn: () =>
      call('POST /api/admin/mailing-list/try-again', { body: { userId: member?.userId } }),
    onSuccess: ({ people }) =>
      showToast({
        title: 'Trying again',
        description: member
          ? `MailerLite is told of ${member.email} next.`
          : `MailerLite is told of ${people === 1 ? '1 person' : `${people} people`} next.`,
      }),
    onError: (error) =>
      showToast({
        title: 'Not tried again',
        description: serverMessage(error) ?? 'The server could not be reached. Please try again.',
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailingList.queryKey }),
  })
  return (
    <Button
      variant="secondary"
      className="min-h-11 justify-self-start px-3! text-small!"
      aria-label={member ? `Try again for ${member.email}` : undefined}
      pending={repeat.isPending}
      onClick={() => repeat.mutate()}
    >
      <RotateCw aria-hidden size={16} />
      {member ? 'Try again' : 'Try all again'}
    </Button>
  )
}
