import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { writeInstant } from '#client/admin/csv.ts'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { useHasRole } from '#client/admin/for-role.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call, serverMessage } from '#client/api/call.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { AdministratorRow } from '#features/administrators/contract.ts'
import { useAdminLogout } from './admin-session.ts'
import { roleNames } from './role-choices.ts'
import { administrators } from './settings-queries.ts'
import { SettingsSection } from './settings-section.tsx'
import { WeeklySummarySwitch } from './weekly-summary-switch.tsx'

const AddAdministratorDialog = lazyDialog(
  async () => (await import('./password-dialogs.tsx')).AddAdministratorDialog,
)
const ChangePasswordDialog = lazyDialog(
  async () => (await import('./password-dialogs.tsx')).ChangePasswordDialog,
)

const FactorDialog = lazyDialog(async () => (await import('./factor-dialog.tsx')).FactorDialog)

const ChangeRoleDialog = lazyDialog(
  async () => (await import('./change-role-dialog.tsx')).ChangeRoleDialog,
)

const RecoveryEmailDialog = lazyDialog(
  async () => (await import('./password-dialogs.tsx')).RecoveryEmailDialog,
)

type Opened = {
  dialog: 'add' | 'password' | 'email' | 'factor' | 'remove' | 'role'
  row?: AdministratorRow
}

const columns: CsvColumns<AdministratorRow> = {
  Name: ({ username }) => username,
  Role: ({ role }) => roleNames[role],
  Email: ({ email }) => email ?? '',
  'Two-Factor Authentication': ({ hasFactor }) => (hasFactor ? 'Yes' : 'No'),
  Since: ({ createdAt }, zone) => writeInstant(createdAt, zone),
}

const compact = 'px-4! text-small!'

/**
 * Renders the list of administrators with their roles. Owners get buttons to add, change and remove them; everyone
 * gets buttons for their own password, recovery email and two-factor authentication.
 */
export function Administrators() {
  const query = useQuery(administrators)
  const [opened, setOpened] = useState<Opened>()
  const format = useFormatInstant()
  const isOwner = useHasRole('owner')
  const self = query.data?.find(({ isSelf }) => isSelf)
  const close = () => setOpened(undefined)
  return (
    <>
      <SettingsSection
        id="administrators"
        title="Administrators"
        heading={PageHeading}
        about="Every administrator has their own password. Owners can do everything. Editors cannot change settings, administrators, keys and backups, or erase people. Viewers can only read."
        action={
          <div className="flex flex-wrap gap-2.5">
            <DownloadRowsButton
              label="administrators"
              fileName="administrators"
              columns={columns}
              read={() => query.data ?? []}
              isEmpty={!query.data}
            />
            {isOwner && (
              <Button className={compact} onClick={() => setOpened({ dialog: 'add' })}>
                Add an administrator
              </Button>
            )}
          </div>
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
                      <Badge>{roleNames[row.role]}</Badge>
                      {row.isSelf && <Badge>You</Badge>}
                      {row.hasFactor && <Badge tone="success">Two-factor authentication</Badge>}
                      {row.isInvited && <Badge>Invited</Badge>}
                    </p>
                    <p className="text-small wrap-anywhere text-muted">
                      {row.email ?? 'No recovery email'}
                    </p>
                    {row.unconfirmedEmail && (
                      <p
                        className={`text-small wrap-anywhere ${row.isSelf ? 'font-semibold' : 'text-muted'}`}
                      >
                        {row.isSelf
                          ? `Confirm the link sent to ${row.unconfirmedEmail}.`
                          : `${row.unconfirmedEmail} is not confirmed yet.`}
                      </p>
                    )}
                    {row.isSelf && !row.email && !row.unconfirmedEmail && (
                      <p className="text-small font-semibold">
                        Add a recovery email, so that you can reset a forgotten password.
                      </p>
                    )}
                    <p className="text-small text-muted figures">{`Administrator since ${format(row.createdAt)}`}</p>
                    {rows.length === 1 && (
                      <p className="text-small text-muted">
                        This is the only administrator. Add another one before you remove this one.
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
                    {row.isSelf && (
                      <Button
                        variant="secondary"
                        className={compact}
                        onClick={() => setOpened({ dialog: 'email' })}
                      >
                        {row.email || row.unconfirmedEmail
                          ? 'Change recovery email'
                          : 'Add recovery email'}
                      </Button>
                    )}
                    {row.isSelf && (
                      <Button
                        variant="secondary"
                        className={compact}
                        onClick={() => setOpened({ dialog: 'factor' })}
                      >
                        {row.hasFactor
                          ? 'Remove two-factor authentication'
                          : 'Set up two-factor authentication'}
                      </Button>
                    )}
                    {isOwner && row.isInvited && row.email && <SendInvitationButton row={row} />}
                    {isOwner && rows.length > 1 && (
                      <Button
                        variant="secondary"
                        className={compact}
                        aria-label={`Change the role of ${row.username}`}
                        onClick={() => setOpened({ dialog: 'role', row })}
                      >
                        Change role
                      </Button>
                    )}
                    {isOwner && rows.length > 1 && (
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
                  {row.isSelf && row.email && <WeeklySummarySwitch isOn={row.weeklySummary} />}
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
      {opened?.dialog === 'email' && self && <RecoveryEmailDialog self={self} onClose={close} />}
      {opened?.dialog === 'factor' && self && (
        <FactorDialog hasFactor={self.hasFactor} onClose={close} />
      )}
      {opened?.dialog === 'role' && opened.row && (
        <ChangeRoleDialog row={opened.row} onClose={close} />
      )}
      {opened?.dialog === 'remove' && opened.row && (
        <RemoveAdministratorDialog row={opened.row} onClose={close} />
      )}
    </>
  )
}

/**
 * Renders the button that mails a new invitation to an administrator who has no password yet. Links in earlier
 * invitations then stop working.
 */
function SendInvitationButton({ row: { id, username } }: { row: AdministratorRow }) {
  const sending = useMutation({
    mutationFn: () =>
      call('POST /api/admin/administrators/:administratorId/invitation', {
        params: { administratorId: id },
      }),
    onSuccess: ({ email }) =>
      showToast({
        title: 'Invitation Sent',
        description: `A new link is on its way to ${email}. The former one no longer works.`,
      }),
    onError: (error) =>
      showFailure(
        'Invitation Not Sent',
        serverMessage(error) ?? 'Please check your connection and try again.',
      ),
  })
  return (
    <Button
      variant="secondary"
      className={compact}
      aria-label={`Send invitation again to ${username}`}
      pending={sending.isPending}
      onClick={() => sending.mutate()}
    >
      Send invitation again
    </Button>
  )
}

type RemoveAdministratorDialogProps = { row: AdministratorRow; onClose: () => void }

/** Renders the dialog that confirms the removal of an administrator, who may be the signed-in one. */
function RemoveAdministratorDialog({ row, onClose }: RemoveAdministratorDialogProps) {
  const { id, username, isSelf } = row
  const queryClient = useQueryClient()
  const logout = useAdminLogout()
  const [presentPassword, setPresentPassword] = useState('')
  const removal = useMutation({
    mutationFn: () =>
      call('DELETE /api/admin/administrators/:administratorId', {
        params: { administratorId: id },
        body: { presentPassword },
      }),
    onSuccess() {
      onClose()
      if (isSelf) {
        logout.mutate()
        return
      }
      showToast({ title: 'Administrator Removed', description: `${username} is signed out.` })
      // Both the pressed button and the dialog have been removed by then, so focus the page's heading.
      setTimeout(() => document.getElementById('administrators-heading')?.focus())
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: administrators.queryKey }),
  })
  return (
    <RemovalDialog
      title={isSelf ? 'Remove yourself?' : `Remove ${username}?`}
      label="Remove administrator"
      stay="Go back"
      {...{ removal, onClose }}
    >
      {isSelf
        ? 'You are signed out everywhere and can no longer sign in. The activity log keeps your actions.'
        : `${username} is signed out everywhere and can no longer sign in. The activity log keeps all actions of ${username}.`}
      <div className="mt-5">
        <Field
          label="Your password"
          name="presentPassword"
          type="password"
          required
          autoComplete="current-password"
          value={presentPassword}
          onChange={({ target }) => setPresentPassword(target.value)}
        />
      </div>
    </RemovalDialog>
  )
}
