import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Field } from '#client/ui/field.tsx'
import type { SettingsArea as AreaData } from '#features/settings/contract.ts'
import { isSecretField, type SettingArea } from '#kernel/live-settings.ts'
import { areaLabels } from './area-labels.ts'
import { MailFields } from './mail-fields.tsx'
import { SettingsField } from './settings-field.tsx'
import { settings } from './settings-query.ts'
import { TriedSteps } from './tried-steps.tsx'
import { useSettingsForm } from './use-settings-form.ts'

type SettingsAreaProps = {
  area: SettingArea
  onSaved?: () => void
  /** Called after each test of the settings, whether it succeeded or not. */
  onTried?: () => void
}

/** Renders the form of one area of settings, with its fields and the buttons 'Save' and 'Test'. */
export function SettingsArea({ area, onSaved, onTried }: SettingsAreaProps) {
  const { data } = useQuery(settings)
  const found = data?.areas.find((one) => one.area === area)
  return found ? <AreaForm data={found} onSaved={onSaved} onTried={onTried} /> : null
}

type AreaFormProps = { [Name in 'onSaved' | 'onTried']: (() => void) | undefined } & {
  data: AreaData
}

function AreaForm({ data, onSaved, onTried }: AreaFormProps) {
  const { area, fields, keepsSecrets } = data
  const element = useRef<HTMLFormElement>(null)
  const form = useSettingsForm(area, {
    onSaved,
    onTried,
    focusField(name) {
      const field = element.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
      field?.closest('details')?.setAttribute('open', '')
      field?.focus()
    },
  })
  const { saving, trying, errors, failure } = form
  const [to, setTo] = useState('')
  const [isShown, setIsShown] = useState(false)
  const isLocked = fields.every(({ lockedBy }) => lockedBy !== null)
  const hasOpenSecret = fields.some(({ field, lockedBy }) => isSecretField(field) && !lockedBy)

  return (
    <>
      <form
        ref={element}
        noValidate
        aria-label={areaLabels[area].title}
        onSubmit={(submit) => {
          submit.preventDefault()
          if (!saving.isPending && !trying.isPending) form.save()
        }}
      >
        {hasOpenSecret && !keepsSecrets && (
          <p className="mb-5 rounded-md border border-line bg-raised px-4 py-3 text-small">
            Passwords and keys cannot be stored yet. Ask the operator of the server to set
            SETTINGS_KEY.
          </p>
        )}
        {area === 'mail' ? (
          <MailFields {...{ fields, errors, isShown }} typed={form.typed} onType={form.type} />
        ) : (
          <div className="grid items-end gap-x-6 gap-y-5 sm:grid-cols-2">
            {fields.map((one) => (
              <SettingsField
                key={one.field}
                data={one}
                typed={form.typed[one.field]}
                error={errors.get(one.field)}
                isShown={isShown}
                onType={(field, value) => form.type({ [field]: value })}
              />
            ))}
          </div>
        )}
        {hasOpenSecret && (
          <Checkbox
            className="mt-2"
            label="Show passwords"
            checked={isShown}
            onChange={({ target }) => setIsShown(target.checked)}
          />
        )}
        {area === 'mail' && (
          <div className="mt-5 grid gap-x-6 sm:grid-cols-2">
            <Field
              label="Send a test email to"
              name="to"
              type="email"
              inputMode="email"
              autoComplete="email"
              value={to}
              error={errors.get('to')}
              onChange={({ target }) => {
                setTo(target.value)
                trying.reset()
              }}
            />
          </div>
        )}
        <div className="mt-6 flex flex-wrap items-center gap-3">
          {!isLocked && (
            <Button type="submit" pending={saving.isPending}>
              {saving.isPending ? 'Saving...' : 'Save'}
            </Button>
          )}
          <Button
            variant="secondary"
            pending={trying.isPending}
            onClick={() => form.tryIt(area === 'mail' && to.trim() ? to : undefined)}
          >
            {trying.isPending ? 'Testing...' : 'Test'}
          </Button>
          <p className="min-w-48 flex-1 text-small text-muted">{areaLabels[area].tries}</p>
        </div>
        <div aria-live="polite">
          {failure && (
            <p role="alert" className="mt-4 font-semibold text-danger">
              {failure}
            </p>
          )}
          <TriedSteps steps={trying.data?.steps} isPending={trying.isPending} />
        </div>
      </form>
      {form.prompt}
    </>
  )
}
