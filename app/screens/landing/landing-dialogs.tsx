import { lazy, Suspense } from 'react'
import type { PublicEvent } from '#shared/contract/events.ts'
import { loadDialog, type LandingDialog, type OpenDialog } from './landing-dialog.ts'

const RegisterEventDialog = lazy(async () => ({
  default: (await loadDialog.register()).RegisterEventDialog,
}))
const LearnMoreDialog = lazy(async () => ({
  default: (await loadDialog['learn-more']()).LearnMoreDialog,
}))
const WatchInterviewDialog = lazy(async () => ({
  default: (await loadDialog.watch()).WatchInterviewDialog,
}))
const JoinLinkDialog = lazy(async () => ({
  default: (await loadDialog['join-link']()).JoinLinkDialog,
}))
const FutureEventDialog = lazy(async () => ({
  default: (await loadDialog.future()).FutureEventDialog,
}))

type LandingDialogsProps = {
  dialog: LandingDialog | null
  current: PublicEvent | null
  onOpen: OpenDialog
  onClose: () => void
}

/** The one dialog that is open, if any. */
export function LandingDialogs({ dialog, current, onOpen, onClose }: LandingDialogsProps) {
  return (
    <Suspense>
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
        <WatchInterviewDialog event={dialog.event} current={current} onClose={onClose} />
      )}
      {dialog?.kind === 'join-link' && <JoinLinkDialog event={dialog.event} onClose={onClose} />}
      {dialog?.kind === 'future' && <FutureEventDialog event={dialog.event} onClose={onClose} />}
    </Suspense>
  )
}
