import type { PublicEvent } from '#shared/contract/events.ts'
import { lazyDialog } from '#app/ui/code-part.ts'
import { loadDialog, type LandingDialog, type OpenDialog } from './landing-dialog.ts'

const RegisterEventDialog = lazyDialog(
  async () => (await loadDialog.register()).RegisterEventDialog,
)
const LearnMoreDialog = lazyDialog(async () => (await loadDialog['learn-more']()).LearnMoreDialog)
const WatchInterviewDialog = lazyDialog(async () => (await loadDialog.watch()).WatchInterviewDialog)
const JoinLinkDialog = lazyDialog(async () => (await loadDialog['join-link']()).JoinLinkDialog)
const FutureEventDialog = lazyDialog(async () => (await loadDialog.future()).FutureEventDialog)

type LandingDialogsProps = {
  dialog: LandingDialog | null
  current: PublicEvent | null
  onOpen: OpenDialog
  onClose: () => void
}

/** The one dialog that is open, if any. */
export function LandingDialogs({ dialog, current, onOpen, onClose }: LandingDialogsProps) {
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
