import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pathOf, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { showToast } from '#client/ui/toast-store.ts'

type ActDialogProps<Done> = {
  title: string
  description?: ReactNode
  /** Label of the confirming button before (`label`) and during (`pendingLabel`) the call. */
  label: string
  pendingLabel: string
  isDangerous?: boolean
  isPossible?: boolean
  gone?: string
  act: () => Promise<Done>
  done: (result: Done) => { title: string; description?: string }
  onDone: (result: Done) => unknown
  onClose: () => void
  /** Text that describes the action's consequences. */
  children: ReactNode
}

/**
 * Renders a confirmation dialog, which describes the consequences of an action and runs it when the
 * organiser confirms.
 */
export function ActDialog<Done>(props: ActDialogProps<Done>) {
  const { title, description, isDangerous = false, isPossible = true, onClose } = props
  const doing = useAct({
    act: props.act,
    done: props.done,
    gone: props.gone,
    onDone(result) {
      onClose()
      return props.onDone(result)
    },
  })
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <div className="mt-5 grid gap-3">{props.children}</div>
      {doing.isError && (
        <p role="alert" className="mt-5 text-danger">
          {explainAct(doing.error)}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          variant={isDangerous ? 'danger' : 'primary'}
          pending={doing.isPending}
          disabled={!isPossible}
          onClick={() => doing.mutate()}
        >
          {doing.isPending ? props.pendingLabel : props.label}
        </Button>
        <Button variant="secondary" data-autofocus onClick={onClose}>
          Go back
        </Button>
      </div>
    </Dialog>
  )
}

/** Returns the server's message for a failed call, or a message that the server could not be reached. */
export function explainAct(error: unknown) {
  return serverMessage(error) ?? 'The server could not be reached. Please try again.'
}

type Act<Done> = {
  act: () => Promise<Done>
  /** Returns the texts of the toast after the action succeeded. */
  done: (result: Done) => { title: string; description?: string }
  /**
   * Key of the person whom the action deletes or merges, if any. Queries about this person are not refetched, because
   * they would fail.
   */
  gone?: string | undefined
  /** Called after the action, once the queries about people have been fetched again. */
  onDone: (result: Done) => unknown
}

const path = pathOf('GET /api/admin/people')

/**
 * Runs an action about a person, then invalidates all queries of the admin area, because lists,
 * statistics and activity log may change.
 */
function useAct<Done>({ act, done, gone, onDone }: Act<Done>) {
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
