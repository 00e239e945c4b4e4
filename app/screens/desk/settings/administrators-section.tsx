import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdministratorRow } from '#shared/contract/administrators.ts'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'
import { lazyDialog } from '#app/ui/code-part.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { RemoveAdministratorDialog } from './remove-administrator-dialog.tsx'
import { administrators } from './settings-queries.ts'
import { SettingsSection } from './settings-section.tsx'

const AddAdministratorDialog = lazyDialog(
  async () => (await import('./add-administrator-dialog.tsx')).AddAdministratorDialog,
)
const ChangePasswordDialog = lazyDialog(
  async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
)

type Opened = { dialog: 'add' | 'password' | 'remove'; row?: AdministratorRow }

const compact = 'px-4! text-small!'

/** Who may enter the admin area: added, removed, and one's own password changed, while the site runs. */
export function AdministratorsSection() {
  const query = useQuery(administrators)
  const [opened, setOpened] = useState<Opened>()
  const format = useFormatInstant()
  const self = query.data?.find(({ isSelf }) => isSelf)
  const close = () => setOpened(undefined)
  return (
    <>
      <SettingsSection
        id="administrators"
        title="Administrators"
        about="Each has a name and a password of their own, and may do everything in the admin area."
        action={
          <Button className={compact} onClick={() => setOpened({ dialog: 'add' })}>
            Add an administrator
          </Button>
        }
        query={query}
        what="administrators"
        skeleton="h-20"
      >
        {(rows) => (
          <Card>
            <ul aria-label="Administrators">
              {rows.map((row) => (
                <li
                  key={row.id}
                  aria-label={row.username}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 border-t border-line px-4 py-3 first:border-t-0 sm:px-5"
                >
                  <div className="min-w-0 grow basis-48">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
                      <bdi>{row.username}</bdi>
                      {row.isSelf && <Badge>You</Badge>}
                    </p>
                    <p className="text-small text-muted figures">Since {format(row.createdAt)}</p>
                    {rows.length === 1 && (
                      <p className="text-small text-muted">
                        The only administrator: add another one before you remove this one.
                      </p>
                    )}
                  </div>
                  <div className="flex flex-wrap gap-2.5">
                    {row.isSelf && (
                      <Button
                        variant="secondary"
                        className={compact}
                        onClick={() => setOpened({ dialog: 'password' })}
                      >
                        Change your password
                      </Button>
                    )}
                    {rows.length > 1 && (
                      <Button
                        variant="secondary"
                        className={compact}
                        aria-label={`Remove ${row.username}`}
                        onClick={() => setOpened({ dialog: 'remove', row })}
                      >
                        Remove
                      </Button>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </SettingsSection>
      {opened?.dialog === 'add' && <AddAdministratorDialog onClose={close} />}
      {opened?.dialog === 'password' && self && (
        <ChangePasswordDialog username={self.username} onClose={close} />
      )}
      {opened?.row && <RemoveAdministratorDialog row={opened.row} onClose={close} />}
    </>
  )
}
