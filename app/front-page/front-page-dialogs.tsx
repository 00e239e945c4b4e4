import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import type { OverEvent, PublicEvent } from '#kernel/event-shapes.ts'

/** The open dialog of the front page, and the event that it is about. */
export type FrontPageDialog =
  | { kind: 'register'; event: PublicEvent }
  | { kind: 'learn-more'; event: PublicEvent }
  | { kind: 'watch'; event: PublicEvent | null; mode?: 'register' }
  | { kind: 'join-link'; event: PublicEvent }
  | { kind: 'future'; event: OverEvent | null }

export type OpenDialog = (dialog: FrontPageDialog) => void

/** Imports the code of a front page dialog when the dialog is first needed. */
const dialogChunks = {
  register: () => import('#features/registrations/public/register-event-dialog.tsx'),
  'learn-more': () => import('./learn-more-dialog.tsx'),
  watch: () => import('#features/registrations/public/watch-interview-dialog.tsx'),
  'join-link': () => import('#features/join-links/public/join-link-dialog.tsx'),
  future: () => import('#features/registrations/public/future-event-dialog.tsx'),
}

/** Returns event handlers that load a dialog's code when its button is hovered, touched or focused. */
export function preloadDialog(kind: FrontPageDialog['kind']) {
  const load = () => void dialogChunks[kind]().catch(() => {})
  return { onPointerEnter: load, onFocus: load }
}

const RegisterEventDialog = lazyDialog(
  async () => (await dialogChunks.register()).RegisterEventDialog,
)
const LearnMoreDialog = lazyDialog(async () => (await dialogChunks['learn-more']()).LearnMoreDialog)
const WatchInterviewDialog = lazyDialog(
  async () => (await dialogChunks.watch()).WatchInterviewDialog,
)
const JoinLinkDialog = lazyDialog(async () => (await dialogChunks['join-link']()).JoinLinkDialog)
const FutureEventDialog = lazyDialog(async () => (await dialogChunks.future()).FutureEventDialog)

type FrontPageDialogsProps = {
  dialog: FrontPageDialog | null
  current: PublicEvent | null
  onOpen: OpenDialog
  onClose: () => void
}

/** Renders the open dialog, if any. */
export function FrontPageDialogs({ dialog, current, onOpen, onClose }: FrontPageDialogsProps) {
  return (
    <>
      {dialog?.kind === 'register' && (
        <RegisterEventDialog
          event={dialog.event}
          onFinished={(event) => onOpen({ kind: 'future', event })}
          onClose={onClose}
        />
      )}
      {dialog?.kind === 'learn-more' && (
        <LearnMoreDialog
          event={dialog.event}
          onRegister={() => onOpen({ kind: 'register', event: dialog.event })}
          onClose={onClose}
        />
      )}
      {dialog?.kind === 'watch' && (
        <WatchInterviewDialog
          event={dialog.event}
          beginsWith={dialog.mode}
          current={current}
          onClose={onClose}
        />
      )}
      {dialog?.kind === 'join-link' && <JoinLinkDialog event={dialog.event} onClose={onClose} />}
      {dialog?.kind === 'future' && <FutureEventDialog event={dialog.event} onClose={onClose} />}
    </>
  )
}
