import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pathOf, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { showToast } from '#client/ui/toast-store.ts'

type ActDialogProps<Done> = {
  title: string
  description?: ReactNode
  /** On the button that does it, and what it says meanwhile. */
  label: string
  pendingLabel: string
  isDangerous?: boolean
  isPossible?: boolean
  gone?: string
  act: () => Promise<Done>
  done: (result: Done) => { title: string; description?: string }
  onDone: (result: Done) => unknown
  onClose: () => void
  /** What it brings about. */
  children: ReactNode
}

/** Says what something brings about before it is done, and does it. */
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
          Leave it
        </Button>
      </div>
    </Dialog>
  )
}

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
