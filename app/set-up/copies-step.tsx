import { useQuery } from '@tanstack/react-query'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { SettingsArea } from '#features/settings/admin/settings-area.tsx'
import { settings } from '#features/settings/admin/settings-query.ts'
import { CopyMaking, useCopyMaking } from './copy-making.tsx'
import { SettingButton } from './setting-button.tsx'
import { Aside, StepEnd, StepLead, type StepProps } from './step-frame.tsx'

/** Folder for backups inside the data folder, so on the same disk as the database. */
const nearFolder = 'backups'

/** Setup step for daily backups: makes and verifies the first backup. */
export function CopiesStep(props: StepProps) {
  const query = useQuery(settings)
  const making = useCopyMaking(() => void props.onRefresh())
  const place = query.data?.areas
    .find(({ area }) => area === 'backups')
    ?.fields.find(({ field }) => field === 'BACKUP_URL')
  return (
    <>
      <StepLead>
        Greenroom backs up people, events, pictures and texts every day. A folder on this server
        protects against mistakes. Online storage (S3) also protects against disk failure.
      </StepLead>
      <NotLoaded
        query={query}
        message="The settings could not be loaded. Please try again."
        skeleton="mt-6 h-60"
      />
      {place && (
        <>
          {!place.isSet && (
            <SettingButton
              setting={{ area: 'backups', field: 'BACKUP_URL', value: nearFolder }}
              label="Start daily backups on this server"
              onSaved={making.make}
            />
          )}
          {place.isSet && <CopyMaking making={making} />}
          <Aside title="Use another folder, online storage (S3) or encryption">
            <SettingsArea area="backups" onSaved={making.make} />
          </Aside>
          <StepEnd {...props} isBusy={making.isAtWork} />
        </>
      )}
    </>
  )
}
