import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { SettingsArea } from '#features/settings/admin/settings-area.tsx'
import { settings } from '#features/settings/admin/settings-query.ts'
import { adviseOnAddress } from '#features/setup/rules.ts'
import { SettingButton } from './setting-button.tsx'
import { Notice } from './site-step-form.tsx'
import { Aside, StepEnd, StepLead, type StepProps } from './step-frame.tsx'

/**
 * Returns the origin at which the administrator opened the site; '' on the server, which never renders the admin
 * area.
 */
const useOrigin = () =>
  useSyncExternalStore(
    () => () => {},
    () => location.origin,
    () => '',
  )

/** Setup step for the site's public URL: the one that the administrator uses now, or another. */
export function AddressStep(props: StepProps) {
  const query = useQuery(settings)
  const inUse = useOrigin()
  const field = query.data?.areas
    .find(({ area }) => area === 'address')
    ?.fields.find((one) => one.field === 'PUBLIC_URL')
  const publicUrl = field?.value || null
  const advice = inUse ? adviseOnAddress({ inUse, publicUrl, ...props.setup.way }) : []
  /**
   * If guests cannot open the saved URL, the step is not done: skip it, so that the administrator can return to it
   * later.
   */
  async function goOn() {
    if (await props.onRefresh()) props.onDone()
    else {
      showToast({
        title: 'Public Address Saved',
        description: 'This step is not done until visitors can open the address.',
      })
      props.onSkip()
    }
  }
  return (
    <>
      <StepLead>
        Links in emails, calendars and link previews lead to this address, e.g.
        https://interviews.example.org.
      </StepLead>
      <NotLoaded
        query={query}
        message="The settings could not be loaded. Please try again."
        skeleton="mt-6 h-60"
      />
      {field && inUse && (
        <>
          <dl className="mt-6 grid gap-x-8 gap-y-3 sm:grid-cols-2">
            <AddressFact name="You are using" value={inUse} isSame={publicUrl === inUse} />
            <AddressFact name="Links lead to" value={publicUrl ?? 'Not set yet'} />
          </dl>
          {advice.map((sentence) => (
            <Notice key={sentence}>{sentence}</Notice>
          ))}
          {field.lockedBy === null && publicUrl !== inUse && (
            <SettingButton
              setting={{ area: 'address', field: 'PUBLIC_URL', value: inUse }}
              label="Use this address"
              variant={advice.length === 0 ? 'primary' : 'secondary'}
              onSaved={() => void goOn()}
            />
          )}
          <Aside title="Use another address">
            <SettingsArea area="address" onSaved={() => void goOn()} />
          </Aside>
          <StepEnd {...props} />
        </>
      )}
    </>
  )
}

type AddressFactProps = { name: string; value: string; isSame?: boolean }

function AddressFact({ name, value, isSame }: AddressFactProps) {
  return (
    <div>
      <dt className="text-small text-muted">{name}</dt>
      <dd className="flex items-center gap-2 font-semibold wrap-anywhere">
        {value}
        {isSame && (
          <>
            <Check aria-hidden size={17} className="text-success" />
            <span className="sr-only">(public address)</span>
          </>
        )}
      </dd>
    </div>
  )
}
