import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { pathOf } from '#app/api/addresses.ts'
import { serverMessage } from '#app/api/call.ts'
import { showToast } from '#app/ui/toast-store.ts'

/** What is said of a failure: the server's own reason, else that it could not be reached. */
export function explainAct(error: unknown) {
  return serverMessage(error) ?? 'The server could not be reached. Please try again.'
}

type Act<Done> = {
  act: () => Promise<Done>
  /** What is said once it is done. */
  done: (result: Done) => { title: string; description?: string }
  /** Somebody's key who is not there any more afterwards. */
  gone?: string | undefined
  /** Once the person's page knows of it. */
  onDone: (result: Done) => unknown
}

const path = pathOf('GET /api/admin/people')

/**
 * Something that is done to a person, after which all of the admin area is read anew: its lists, figures and
 * log may tell of it.
 */
export function useAct<Done>({ act, done, gone, onDone }: Act<Done>) {
  const queryClient = useQueryClient()
  const isOwn = ({ queryKey }: Query) => queryKey[0] === path && queryKey[1] !== gone
  return useMutation({
    mutationFn: act,
    async onSuccess(result) {
      await queryClient.invalidateQueries({ predicate: isOwn })
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== path })
      showToast(done(result))
      await onDone(result)
      if (gone !== undefined) queryClient.removeQueries({ queryKey: [path, gone] })
    },
  })
}
