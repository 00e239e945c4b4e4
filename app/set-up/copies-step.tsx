import { useQuery } from '@tanstack/react-query'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { SettingsArea } from '#features/settings/admin/settings-area.tsx'
import { settings } from '#features/settings/admin/settings-query.ts'
import { CopyMaking, useCopyMaking } from './copy-making.tsx'
import { SettingButton } from './setting-button.tsx'
import { Aside, StepEnd, StepLead, type StepProps } from './step-frame.tsx'

/** A folder below the data folder, which also contains the database. */
const nearFolder = 'backups'

/** The step for daily backups, which makes and verifies a first one. */
export function CopiesStep(props: StepProps) {
  const query = useQuery(settings)
  const making = useCopyMaking(() => void props.onRefresh())
  const place = query.data?.areas
    .find(({ area }) => area === 'backups')
    ?.fields.find(({ field }) => field === 'BACKUP_URL')
  return (
    <>
      <StepLead>
        Every day everything is copied: people, events, pictures, words. A folder beside the
        database saves you from mistakes; a bucket elsewhere also from a broken disk.
      </StepLead>
      <NotLoaded
        query={query}
        words="The settings could not be loaded. Please try again."
        skeleton="mt-6 h-60"
      />
      {place && (
        <>
          {!place.isSet && (
            <SettingButton
              setting={{ area: 'backups', field: 'BACKUP_URL', value: nearFolder }}
              label="Keep copies beside the database, and make one now"
              onSaved={making.make}
            />
          )}
          {place.isSet && <CopyMaking making={making} />}
          <Aside title="Another folder, a bucket, encryption">
            <SettingsArea area="backups" onSaved={making.make} />
          </Aside>
          <StepEnd {...props} isBusy={making.isAtWork} />
        </>
      )}
    </>
  )
}
