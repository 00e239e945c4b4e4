import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { explainAct, useAct } from './use-act.ts'

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
