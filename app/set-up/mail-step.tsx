import { SettingsArea } from '#features/settings/admin/settings-area.tsx'
import { StepEnd, StepLead, type StepProps } from './step-frame.tsx'

/** The server that mails go through, tried by a mail that arrives. */
export function MailStep(props: StepProps) {
  return (
    <>
      <StepLead>
        Confirmations, reminders and join links are sent through a mail server of yours, or of a
        provider. Until one is set nothing is sent: mails are only written down under Messages. Send
        yourself a test mail before you save.
      </StepLead>
      <div className="mt-7">
        <SettingsArea
          area="mail"
          onSaved={() => void props.onRefresh().then((isDone) => isDone && props.onDone())}
          onTried={() => void props.onRefresh()}
        />
      </div>
      <StepEnd {...props} />
    </>
  )
}
