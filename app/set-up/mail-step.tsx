import { useQuery } from '@tanstack/react-query'
import { SettingsArea } from '#features/settings/admin/settings-area.tsx'
import { settings } from '#features/settings/admin/settings-query.ts'
import { Notice } from './site-step-form.tsx'
import { StepEnd, StepLead, type StepProps } from './step-frame.tsx'

/** Setup step for the mail server, which the administrator tests by sending a mail. */
export function MailStep(props: StepProps) {
  const isDone = props.setup.steps.find(({ step }) => step === props.name)?.state === 'done'
  const fields = useQuery(settings).data?.areas.find(({ area }) => area === 'mail')?.fields
  const isSet = fields?.some(({ field, isSet: is }) => field === 'SMTP_URL.host' && is)
  return (
    <>
      <StepLead>
        Greenroom sends confirmations, reminders and join links through your email provider. Without
        one, emails are stored under Email › Sent and not delivered. Send yourself a test before you
        save.
      </StepLead>
      {isSet && !isDone && (
        <Notice>
          The mail server has not accepted an email yet. Send yourself a test to complete this step.
        </Notice>
      )}
      <div className="mt-7">
        <SettingsArea
          area="mail"
          onSaved={() => void props.onRefresh().then((isNow) => isNow && props.onDone())}
          onTried={() => void props.onRefresh()}
        />
      </div>
      <StepEnd {...props} />
    </>
  )
}
